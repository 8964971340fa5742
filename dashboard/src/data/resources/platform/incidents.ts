import {
  declareIncident,
  listAllIncidents,
  updateIncident,
} from '@stoa/contract/operations/platform/incidents'
import type { IncidentStatus } from '@stoa/contract/platform/incidents'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { INCIDENTS_POLL, readIncidents } from './public-incidents.ts'
import { useCall } from '../../client/client-context.ts'

const incidentKeys = {
  /** The common prefix of both lists, because a change to one affects the other. */
  any: ['incidents'] as const,
  open: ['incidents', 'open'] as const,
  all: ['incidents', 'all'] as const,
}

/** The ongoing incidents. A new one appears within a minute, or when the user returns to the tab. */
export function useOpenIncidents() {
  return useQuery({
    queryKey: incidentKeys.open,
    queryFn: ({ signal }) => readIncidents(signal),
    staleTime: 0,
    refetchInterval: INCIDENTS_POLL,
  })
}

/** Every incident that an operator declared, including resolved ones. */
export const allIncidentsQuery = (call: Call) =>
  endpointQuery(call, listAllIncidents, {
    input: {},
    queryKey: incidentKeys.all,
  })

export const useAllIncidents = () => useQuery(allIncidentsQuery(useCall()))

export type IncidentDraft = { title: string; link: string | null }

export function useDeclareIncident() {
  return useEndpointMutation(declareIncident, {
    input: (body: IncidentDraft) => ({ body }),
    invalidates: incidentKeys.any,
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
    invalidates: incidentKeys.any,
    meta: { failure: 'Failed to update the incident' },
  })
}
