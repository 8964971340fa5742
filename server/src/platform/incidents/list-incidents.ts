import type { Incident } from '@stoa/contract/platform/incidents'
import type { Context } from '../context.ts'
import { listEveryIncident, listOpenIncidents, type IncidentRow } from './queries.ts'

/** Current incidents: those declared here, then those from the status feed. */
export async function listIncidents({
  session,
  statusFeed,
  links,
}: Pick<Context, 'links' | 'session' | 'statusFeed'>): Promise<{
  incidents: Incident[]
  status_page_url: string | null
}> {
  const declared = (await listOpenIncidents(session)).map(toIncident)
  const incidents = [...declared, ...statusFeed.current()].sort(
    (left, right) => Date.parse(right.started_at) - Date.parse(left.started_at),
  )
  return { incidents, status_page_url: links?.status_page_url ?? null }
}

export async function listAllIncidents({ session }: Pick<Context, 'session'>): Promise<Incident[]> {
  return (await listEveryIncident(session)).map(toIncident)
}

export const toIncident = (row: IncidentRow): Incident => ({
  ...row,
  source: 'operator',
})
