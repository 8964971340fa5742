import {
  declareIncident,
  listAllIncidents,
  updateIncident,
  type IncidentStatus,
} from '@stoa/contract/platform/incidents'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCall } from '../client/client-context.ts'

const incidentKeys = { all: ['incidents', 'all'] as const }

/** Every incident that an operator declared, including resolved ones. */
export function useAllIncidents() {
  const call = useCall()
  return useQuery({
    queryKey: incidentKeys.all,
    queryFn: ({ signal }) => call(listAllIncidents, { signal }),
  })
}

export function useDeclareIncident() {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { title: string; link: string | null }) => call(declareIncident, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: incidentKeys.all }),
    meta: { success: 'Incident declared' },
  })
}

/** Changes the status of an incident. The status `resolved` ends it. */
export function useUpdateIncident() {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: IncidentStatus }) =>
      call(updateIncident, { params: { id }, body: { status } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: incidentKeys.all }),
    meta: { failure: 'Failed to update the incident' },
  })
}
