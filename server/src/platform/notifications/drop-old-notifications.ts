import type { Context } from '../context.ts'
import { dropNotificationsBefore } from './queries.ts'

const KEPT_MS = 180 * 24 * 3600 * 1000

/** Deletes notifications after half a year. */
export async function dropOldNotifications({
  session,
  clock,
}: Pick<Context, 'clock' | 'session'>): Promise<void> {
  await dropNotificationsBefore(session, new Date(clock.now().getTime() - KEPT_MS))
}
