import {
  createNotice,
  deleteNotice,
  listAllNotices,
  listNotices,
  type NoticeAudience,
} from '@stoa/contract/platform/notices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCall } from '../client/client-context.ts'

const NOTICES_POLL = 5 * 60_000

const noticeKeys = {
  /** The common prefix of both lists, because a change to one affects the other. */
  any: ['notices'] as const,
  current: ['notices', 'current'] as const,
  all: ['notices', 'all'] as const,
}

/** The notices that are visible now, newest first. */
export function useNotices() {
  const call = useCall()
  return useQuery({
    queryKey: noticeKeys.current,
    queryFn: ({ signal }) => call(listNotices, { signal }),
    refetchInterval: NOTICES_POLL,
  })
}

/** Every notice, including past and future ones, for operators. */
export function useAllNotices() {
  const call = useCall()
  return useQuery({
    queryKey: noticeKeys.all,
    queryFn: ({ signal }) => call(listAllNotices, { signal }),
  })
}

/** An operator's input for a notice. Its times are ISO 8601. */
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
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NoticeDraft) => call(createNotice, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: noticeKeys.any }),
    meta: { success: 'Notice published' },
  })
}

export function useDeleteNotice() {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteNotice, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: noticeKeys.any }),
    meta: { failure: 'Failed to delete the notice', success: 'Notice deleted' },
  })
}
