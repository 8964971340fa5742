import { systemActor } from '../audit.ts'
import type { Context } from '../context.ts'
import { listElapsedGracePeriods } from './queries.ts'
import { applyRestriction } from './set-restriction.ts'

/** Ends grace periods that have expired. */
export async function endGracePeriods({
  session,
  clock,
}: Pick<Context, 'clock' | 'session'>): Promise<void> {
  const actor = systemActor(clock.now())
  for (const { slug } of await listElapsedGracePeriods(session, actor.at))
    await session.transaction((tx) =>
      applyRestriction(tx, actor, { slug, event: 'grace_elapsed', end: null }),
    )
}
