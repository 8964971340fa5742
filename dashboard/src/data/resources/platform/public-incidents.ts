import { isRecord, sendJson } from '../../client/http.ts'

/** Milliseconds between two reads of the incidents. */
export const INCIDENTS_POLL = 60_000

/** An ongoing incident. */
export type OngoingIncident = { id: string; title: string; link: string | null }

/**
 * The ongoing incidents, newest first; empty when they cannot be read. Parsed by hand, because the
 * sign-in page shows them too and does not load the schema library.
 */
export async function readIncidents(signal: AbortSignal): Promise<OngoingIncident[]> {
  const url = '/platform/incidents'
  const answer = await sendJson({ method: 'GET', url, signal }).catch(() => undefined)
  if (!isRecord(answer) || !Array.isArray(answer['incidents'])) return []
  const statusPage = linkOf(answer['status_page_url'])
  return answer['incidents'].filter(isRecord).flatMap(({ id, title, link }) => {
    if (typeof id !== 'string' || typeof title !== 'string') return []
    return [{ id, title, link: linkOf(link) ?? statusPage }]
  })
}

const linkOf = (value: unknown) =>
  typeof value === 'string' && /^https?:\/\//.test(value) ? value : null
