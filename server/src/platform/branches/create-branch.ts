import { randomBytes } from 'node:crypto'
import {
  DEFAULT_BRANCH,
  MAX_BRANCHES,
  MAX_BRANCH_DAYS,
  type Branch,
  type BranchContent,
} from '@stoa/contract/platform/branches'
import type { ProjectStatus } from '@stoa/contract/platform/projects'
import type { CopyOrigin } from '../../fleet/copies/origins.ts'
import type { Fleet } from '../../fleet/port.ts'
import type { Session } from '../../postgres/database.ts'
import { generateRef } from '../../project/keys/api-keys.ts'
import type { ProjectScope } from '../access/port.ts'
import { requireRules } from '../anonymization/port.ts'
import { accountIdOf, audit, type Actor } from '../audit.ts'
import { requireReachable } from '../backups/port.ts'
import type { Context } from '../context.ts'
import { insertProject, requirePlan } from '../projects/port.ts'
import {
  branchNameTaken,
  branchNotFound,
  branchSourceNotReady,
  invalidBranchExpiry,
  managersOnly,
  tooManyBranches,
} from './errors.ts'
import {
  countBranches,
  findBranchNamed,
  insertBranch,
  lockProject,
  type BranchRow,
} from './queries.ts'
import { readBranch, requireRow } from './read-branches.ts'

export type NewBranch = {
  readonly name: string
  readonly gitBranch: string | null
  readonly content: BranchContent
  /** A past moment of the source. */
  readonly copiedFrom: Date | null
  readonly isPersistent: boolean
  readonly expiresAt: Date | null
}

/** The statuses in which a project has data that can be copied. */
const COPIED_FROM: readonly ProjectStatus[] = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE']

/** Rejects with 409 `branch_source_not_ready` if a project has no data that can be copied now. */
export async function requireCopyable(fleet: Pick<Fleet, 'get'>, ref: string): Promise<void> {
  const status = (await fleet.get(ref))?.status ?? 'UNKNOWN'
  if (!COPIED_FROM.includes(status)) throw branchSourceNotReady(status)
}

/**
 * Creates a branch of a project or of another branch. Its records and the job that copies the data
 * are one transaction, so either all or none of it exists. Returns at once; the fleet makes the copy.
 */
export async function createBranch(
  context: Context,
  actor: Actor,
  {
    scope,
    canManage,
    branch,
  }: { readonly scope: ProjectScope; readonly canManage: boolean; readonly branch: NewBranch },
): Promise<Branch> {
  const { session, fleet } = context
  if (branch.isPersistent && !canManage) throw managersOnly('a persistent branch')
  requireExpiry(branch.expiresAt, actor.at)
  await requirePlan(context, scope.ref, 'branching')
  const source = await requireRow(session, scope.ref)
  await requireCopyable(fleet, scope.ref)
  const ref = generateRef()
  if (branch.copiedFrom)
    await requireReachable(context, scope.ref, {
      kind: 'time',
      at: branch.copiedFrom.toISOString(),
    })
  await session.transaction((tx) => recordBranch(context, tx, { actor, source, ref, branch }))
  context.access.forget()
  return readBranch(context, ref)
}

async function recordBranch(
  { fleet }: Pick<Context, 'fleet'>,
  tx: Session,
  {
    actor,
    source,
    ref,
    branch,
  }: {
    readonly actor: Actor
    readonly source: BranchRow
    readonly ref: string
    readonly branch: NewBranch
  },
): Promise<void> {
  const { root_id: rootId, project_ref: parentRef, organization_slug: slug, region } = source
  // One project's branches are created one at a time, and none while its source is being deleted.
  for (const id of new Set([rootId, source.project_id]))
    if ((await lockProject(tx, id)) === 0) throw branchNotFound()
  if ((await countBranches(tx, rootId)).count >= MAX_BRANCHES) throw tooManyBranches()
  await requireFreeName(tx, rootId, branch.name)
  const { id: projectId } = await insertProject(tx, {
    ref,
    organizationId: source.organization_id,
    name: branch.name,
    region,
    parentRef,
    at: actor.at,
  })
  await insertBranch(tx, {
    projectId,
    rootId,
    ...branch,
    createdBy: accountIdOf(actor),
    at: actor.at,
  })
  await fleet.create(tx, {
    ref,
    // Nobody knows it until somebody resets it, or reads it through the Management API.
    databasePassword: randomBytes(24).toString('base64url'),
    origin: await originOf(tx, { rootId, parentRef, ...branch }),
  })
  await audit(tx, actor, {
    action: 'branch.create',
    on: { slug, ref },
    metadata: {
      name: branch.name,
      parent: parentRef,
      content: branch.content,
      ...(branch.copiedFrom && { copied_from: branch.copiedFrom.toISOString() }),
    },
  })
}

/** The data of a branch: its parent's, now or at a past moment, with the present rules of the project. */
export async function originOf(
  tx: Session,
  {
    rootId,
    parentRef: ref,
    content,
    copiedFrom,
  }: {
    readonly rootId: number
    readonly parentRef: string
    readonly content: BranchContent
    readonly copiedFrom: Date | null
  },
): Promise<CopyOrigin> {
  const source = { kind: 'copy', ref, ...(copiedFrom && { at: copiedFrom.toISOString() }) } as const
  if (content !== 'anonymized') return { ...source, content }
  return { ...source, content, rules: [...(await requireRules(tx, rootId))] }
}

/** Refuses a name that the project or one of its branches has. Names change under the project's lock. */
export async function requireFreeName(tx: Session, rootId: number, name: string): Promise<void> {
  if (name === DEFAULT_BRANCH || (await findBranchNamed(tx, rootId, name)))
    throw branchNameTaken(name)
}

const DAY_MS = 24 * 3_600_000

export function requireExpiry(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null) return
  const ms = expiresAt.getTime() - now.getTime()
  if (ms <= 0) throw invalidBranchExpiry('The expiry is in the past.')
  if (ms > MAX_BRANCH_DAYS * DAY_MS) throw invalidBranchExpiry('The expiry is too far away.')
}
