import { isRecord, sendJson } from './http.ts'

/** Milliseconds a computer's clock may differ from the server's (SPEC 9). */
const CLOCK_SKEW_THRESHOLD = 120_000
/** Milliseconds between checks of the server's clock (SPEC 9). */
export const CLOCK_POLL = 1_800_000

/**
 * Whether this computer's clock differs from the server's by more than two minutes; false when the
 * server does not send its time. The round trip does not count as a difference. `basePath` is the
 * folder the dashboard is served from.
 */
export async function isClockInaccurate(
  signal: AbortSignal,
  { now = Date.now, basePath = import.meta.env.BASE_URL } = {},
): Promise<boolean> {
  const url = `${basePath.replace(/\/+$/, '')}/api/get-utc-time`
  const sentAt = now()
  const answer = await sendJson({ method: 'GET', url, signal }).catch(() => undefined)
  const receivedAt = now()
  const text = isRecord(answer) ? answer['utcTime'] : undefined
  const server = typeof text === 'string' ? Date.parse(text) : Number.NaN
  if (Number.isNaN(server)) return false
  return sentAt - server > CLOCK_SKEW_THRESHOLD || server - receivedAt > CLOCK_SKEW_THRESHOLD
}
