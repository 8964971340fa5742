import type { Incident, IncidentStatus } from '@stoa/contract/platform/incidents'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { toIncident } from './list-incidents.ts'
import { insertIncident } from './queries.ts'

/** Declares an incident, which everyone sees from now on. */
export async function declareIncident(
  { session }: Pick<Context, 'session'>,
  actor: Actor,
  input: { title: string; link: string | null; status: IncidentStatus },
): Promise<Incident> {
  return session.transaction(async (tx) => {
    const incident = await insertIncident(tx, { ...input, at: actor.at })
    await audit(tx, actor, {
      action: 'incident.declare',
      target: incident.id,
      metadata: { title: incident.title, status: incident.status },
    })
    return toIncident(incident)
  })
}
