import { isRecord, sendJson } from '../client/http.ts'

/** Something that is wrong right now. */
export type OngoingIncident = { id: string; title: string; link: string | null }

/**
 * What is wrong right now, the newest first; nothing when it cannot be known. Read by hand, because
 * the sign-in page shows it too and does not load the schema library.
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
