import { systemActor } from '../audit.ts'
import type { Context } from '../context.ts'
import { recordDeletion } from './delete-project.ts'
import { listEveryProject } from './queries.ts'

/** Completes deletions that the fleet has recorded but the platform has not. */
export async function finishDeletions({
  session,
  fleet,
  access,
  clock,
}: Pick<Context, 'access' | 'clock' | 'fleet' | 'session'>): Promise<void> {
  const rows = await listEveryProject(session)
  for (const { ref, status } of await fleet.list(rows.map((row) => row.ref)))
    if (status === 'GOING_DOWN' || status === 'REMOVED')
      await session.transaction((tx) => recordDeletion(tx, systemActor(clock.now()), ref))
  access.forget()
}
