import * as endpoints from '@stoa/contract/platform/incidents'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { declareIncident } from './declare-incident.ts'
import { listAllIncidents, listIncidents } from './list-incidents.ts'
import { updateIncident } from './update-incident.ts'

export const incidentRoutes = (
  context: Pick<Context, 'actorOf' | 'links' | 'session' | 'statusFeed'>,
): readonly Route[] => [
  route(endpoints.listIncidents).to(() => listIncidents(context)),
  route(endpoints.listAllIncidents).to(() => listAllIncidents(context)),
  route(endpoints.declareIncident).to(({ request, body }) =>
    declareIncident(context, context.actorOf(request), body),
  ),
  route(endpoints.updateIncident).to(({ request, params, body }) =>
    updateIncident(context, context.actorOf(request), { id: params.id, change: body }),
  ),
]
