import type { Context } from '../context.ts'
import { listEveryProject, markDeleted } from './queries.ts'

/** Hides the projects whose removal the fleet has taken on while the server ended before it was recorded here. */
export async function finishDeletions({ session, fleet, clock }: Context): Promise<void> {
  const rows = await listEveryProject(session)
  for (const { ref, status } of await fleet.list(rows.map((row) => row.ref)))
    if (status === 'GOING_DOWN' || status === 'REMOVED')
      await markDeleted(session, ref, clock.now())
}
