import type { Project } from '../../project/project.ts'
import { PLATFORM_SCHEMAS } from '../../postgres/platform-schemas.ts'
import {
  packSnapshot,
  takeSnapshot,
  unpackSnapshot,
  type SchemaSnapshot,
} from '../../postgres/schema-diff/snapshot.ts'
import type { Context } from '../context.ts'
import { findSnapshot, upsertSnapshot, type BranchRow } from './queries.ts'
import type { TwoProjects } from './two-projects.ts'

export type Base = {
  readonly snapshot: SchemaSnapshot
  readonly takenAt: string
  readonly isExact: boolean
}

type SnapshotContext = Pick<Context, 'session' | 'clock'>

/**
 * The schema that both come from. Without a stored one, the parent's current schema is taken, so that
 * every difference counts as the branch's.
 */
export async function readBase(
  context: SnapshotContext & Pick<Context, 'fleet'>,
  branch: BranchRow,
  { parent }: TwoProjects,
): Promise<Base> {
  const stored = await findSnapshot(context.session, branch)
  const resetAt = (await context.fleet.get(branch.ref))?.resetAt
  // A base from before a reset says nothing about what the branch has now.
  if (stored && !(resetAt && new Date(stored.taken_at) < resetAt))
    return {
      snapshot: await unpackSnapshot(stored.content),
      takenAt: stored.taken_at,
      isExact: stored.is_exact,
    }
  return keepSnapshot(context, branch, { project: parent, isExact: false })
}

/** Takes the current schema of a project as the base of a branch. */
export async function keepSnapshot(
  context: SnapshotContext,
  branch: BranchRow,
  { project, isExact }: { readonly project: Project; readonly isExact: boolean },
): Promise<Base> {
  const snapshot = await takeSnapshot(project.database, PLATFORM_SCHEMAS)
  return storeSnapshot(context, branch, { snapshot, isExact })
}

export async function storeSnapshot(
  { session, clock }: SnapshotContext,
  branch: BranchRow,
  { snapshot, isExact }: Pick<Base, 'snapshot' | 'isExact'>,
): Promise<Base> {
  const at = clock.now()
  await upsertSnapshot(session, branch, { at, isExact, content: await packSnapshot(snapshot) })
  return { snapshot, takenAt: at.toISOString(), isExact }
}
