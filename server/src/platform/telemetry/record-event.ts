import type { Context } from '../context.ts'
import { dropEventsBefore, insertEvent, listEvents, trimErrors } from './queries.ts'

type Event = {
  readonly event_name: string
  readonly properties: Readonly<Record<string, string | number | boolean | null>>
  readonly page_path: string
  readonly has_consent: boolean
}

const LISTED = 1000
const KEPT_MS = 90 * 24 * 3600 * 1000
const MOST_ERRORS = 5000

/**
 * Stores a usage event without any user id, if the person consents and the installation collects
 * events.
 */
export async function recordEvent(
  { session, clock, telemetry }: Pick<Context, 'clock' | 'session' | 'telemetry'>,
  event: Event,
): Promise<{ is_stored: boolean }> {
  if (!telemetry || !event.has_consent) return { is_stored: false }
  await insertEvent(session, {
    name: event.event_name,
    properties: event.properties,
    pagePath: event.page_path,
    at: clock.now(),
  })
  return { is_stored: true }
}

export async function listTelemetryEvents({ session }: Pick<Context, 'session'>) {
  const rows = await listEvents(session, LISTED)
  return rows.map(({ name, ...event }) => ({ ...event, event_name: name }))
}

/**
 * Deletes events and errors after 90 days, and beyond the maximum the errors with the oldest last
 * occurrence.
 */
export async function dropOldTelemetry({
  session,
  clock,
}: Pick<Context, 'clock' | 'session'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  await dropEventsBefore(session, before)
  await trimErrors(session, { before, most: MOST_ERRORS })
}
