import type { DeletedProject } from '@stoa/contract/platform/deleted-projects'
import type { ProjectStatus } from '@stoa/contract/platform/projects'
import { projectNotFound } from '../../project/refusals.ts'
import type { Scope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { settled } from './change-status.ts'
import { withinProjectLimit } from './limit-projects.ts'
import { listDeletedOf, unmarkDeleted } from './queries.ts'

/** Longer than the fleet keeps a deleted project. */
const LISTED_MS = 8 * 24 * 3600_000

/** The deleted projects of an organization that can be restored. */
export async function listDeletedProjects(
  { session, fleet, clock }: Pick<Context, 'clock' | 'fleet' | 'session'>,
  { organizationId }: Pick<Scope, 'organizationId'>,
): Promise<DeletedProject[]> {
  const since = new Date(clock.now().getTime() - LISTED_MS)
  const rows = await listDeletedOf(session, organizationId, since)
  const byRef = new Map(rows.map((row) => [row.ref, row]))
  const retired = await fleet.retired(rows.map(({ ref }) => ref))
  return retired.flatMap(({ ref, keptUntil }) => {
    const row = byRef.get(ref)
    return row ? [{ ...row, kept_until: keptUntil.toISOString() }] : []
  })
}

/** Brings a deleted project back. The platform's record, the audit row and the fleet's job are one transaction. */
export async function restoreDeletedProject(
  context: Context,
  actor: Actor,
  { scope, ref }: { readonly scope: Scope; readonly ref: string },
): Promise<{ ref: string; status: ProjectStatus }> {
  await requireDeleted(context, scope, ref)
  const recorded = await withinProjectLimit(context, scope, () =>
    context.fleet.recover(ref, async (tx) => {
      await unmarkDeleted(tx, ref)
      await audit(tx, actor, { action: 'project.recover', on: { slug: scope.slug, ref } })
    }),
  )
  context.access.forget()
  const { status } = await settled(context.fleet, recorded)
  return { ref, status }
}

/** Removes a deleted project for good. */
export async function removeDeletedProject(
  context: Pick<Context, 'clock' | 'fleet' | 'session'>,
  actor: Actor,
  { scope, ref }: { readonly scope: Scope; readonly ref: string },
): Promise<{ ref: string; status: ProjectStatus }> {
  await requireDeleted(context, scope, ref)
  const { status } = await context.fleet.remove(ref, (tx) =>
    audit(tx, actor, { action: 'project.remove_data', on: { slug: scope.slug, ref } }),
  )
  return { ref, status }
}

async function requireDeleted(
  context: Pick<Context, 'clock' | 'fleet' | 'session'>,
  scope: Scope,
  ref: string,
): Promise<void> {
  const deleted = await listDeletedProjects(context, scope)
  if (!deleted.some((project) => project.ref === ref)) throw projectNotFound()
}
