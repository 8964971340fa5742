import type { Incident, IncidentStatus } from '@stoa/contract/platform/incidents'
import { AppError } from '../../lib/errors.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { toIncident } from './list-incidents.ts'
import { lockIncident, saveIncident } from './queries.ts'

type IncidentChange = {
  readonly title?: string | undefined
  readonly link?: string | null | undefined
  readonly status?: IncidentStatus | undefined
}

/** Updates the status of an incident; 404 `incident_not_found`. */
export async function updateIncident(
  { session }: Pick<Context, 'session'>,
  actor: Actor,
  { id, change }: { id: string; change: IncidentChange },
): Promise<Incident> {
  return session.transaction(async (tx) => {
    const found = await lockIncident(tx, id)
    if (!found)
      throw new AppError('incident_not_found', 'This incident does not exist.', {
        status: 404,
        hint: 'Reload the list of incidents.',
      })
    const status = change.status ?? found.status
    const incident = {
      ...found,
      title: change.title ?? found.title,
      link: change.link === undefined ? found.link : change.link,
      status,
      resolved_at: status === 'resolved' ? (found.resolved_at ?? actor.at.toISOString()) : null,
    }
    await saveIncident(tx, incident)
    await audit(tx, actor, {
      action: 'incident.update',
      target: id,
      metadata: { title: incident.title, status },
    })
    return toIncident(incident)
  })
}
