// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/incidents.ts'

export const declareIncident: OperationsOf<typeof source.declareIncident> = {
  method: 'POST',
  path: '/platform/installation/incidents',
  access: 'operator',
}

export const listAllIncidents: OperationsOf<typeof source.listAllIncidents> = {
  method: 'GET',
  path: '/platform/installation/incidents',
  access: 'operator',
}

export const listIncidents: OperationsOf<typeof source.listIncidents> = {
  method: 'GET',
  path: '/platform/incidents',
  access: 'public',
}

export const updateIncident: OperationsOf<typeof source.updateIncident> = {
  method: 'PATCH',
  path: '/platform/installation/incidents/{id}',
  access: 'operator',
}
