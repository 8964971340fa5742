import {
  declareIncident,
  listAllIncidents,
  updateIncident,
  type IncidentStatus,
} from '@stoa/contract/platform/incidents'
import {
  createNotice,
  deleteNotice,
  listAllNotices,
  type NoticeAudience,
} from '@stoa/contract/platform/notices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCall } from '../client/services.ts'

const noticesKey = ['installation', 'notices'] as const
const incidentsKey = ['installation', 'incidents'] as const

/** Every notice, past and future ones included; for operators. */
export function useAllNotices() {
  const call = useCall()
  return useQuery({
    queryKey: noticesKey,
    queryFn: ({ signal }) => call(listAllNotices, { signal }),
  })
}

/** What an operator says in a notice; its times are ISO 8601. */
export type NoticeDraft = {
  title: string
  text: string
  link: string | null
  audience: NoticeAudience
  visible_from: string
  visible_until: string
}

export function useCreateNotice() {
  const call = useCall()
  const changed = useNoticesChanged()
  return useMutation({
    mutationFn: (body: NoticeDraft) => call(createNotice, { body }),
    onSuccess: changed,
    meta: { success: 'Notice published' },
  })
}

export function useDeleteNotice() {
  const call = useCall()
  const changed = useNoticesChanged()
  return useMutation({
    mutationFn: (id: string) => call(deleteNotice, { params: { id } }),
    onSuccess: changed,
    meta: { failure: 'Failed to delete the notice', success: 'Notice deleted' },
  })
}

/** The banner of this very page shows notices, too. */
function useNoticesChanged() {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: noticesKey })
    await queryClient.invalidateQueries({ queryKey: ['notices'] })
  }
}

/** Every incident that an operator declared, resolved ones included. */
export function useAllIncidents() {
  const call = useCall()
  return useQuery({
    queryKey: incidentsKey,
    queryFn: ({ signal }) => call(listAllIncidents, { signal }),
  })
}

export function useDeclareIncident() {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { title: string; link: string | null }) => call(declareIncident, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: incidentsKey }),
    meta: { success: 'Incident declared' },
  })
}

/** Says where an incident stands; `resolved` ends it. */
export function useUpdateIncident() {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: IncidentStatus }) =>
      call(updateIncident, { params: { id }, body: { status } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: incidentsKey }),
    meta: { failure: 'Failed to update the incident' },
  })
}
