import {
  declareIncident,
  listAllIncidents,
  updateIncident,
  type IncidentStatus,
} from '@stoa/contract/platform/incidents'
import { useEndpointMutation, useEndpointQuery } from '../client/endpoint-hooks.ts'

const incidentKeys = { all: ['incidents', 'all'] as const }

/** Every incident that an operator declared, including resolved ones. */
export function useAllIncidents() {
  return useEndpointQuery(listAllIncidents, {
    input: {},
    queryKey: incidentKeys.all,
  })
}

export function useDeclareIncident() {
  return useEndpointMutation(declareIncident, {
    input: (body: { title: string; link: string | null }) => ({ body }),
    invalidates: incidentKeys.all,
    meta: { success: 'Incident declared' },
  })
}

/** Changes the status of an incident. The status `resolved` ends it. */
export function useUpdateIncident() {
  return useEndpointMutation(updateIncident, {
    input: ({ id, status }: { id: string; status: IncidentStatus }) => ({
      params: { id },
      body: { status },
    }),
    invalidates: incidentKeys.all,
    meta: { failure: 'Failed to update the incident' },
  })
}
