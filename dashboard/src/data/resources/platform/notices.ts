import type { NoticeAudience } from '@stoa/contract/platform/notices'
import {
  createNotice,
  deleteNotice,
  listAllNotices,
  listNotices,
} from '@stoa/contract/operations/platform/notices'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { useCall } from '../../client/client-context.ts'

const NOTICES_POLL = 5 * 60_000

const noticeKeys = {
  /** The common prefix of both lists, because a change to one affects the other. */
  any: ['notices'] as const,
  current: ['notices', 'current'] as const,
  all: ['notices', 'all'] as const,
}

/** The notices that are visible now, newest first. */
export const noticesQuery = (call: Call) =>
  endpointQuery(call, listNotices, {
    input: {},
    queryKey: noticeKeys.current,
    refetchInterval: NOTICES_POLL,
  })

export const useNotices = () => useQuery(noticesQuery(useCall()))

/** Every notice, including past and future ones, for operators. */
export const allNoticesQuery = (call: Call) =>
  endpointQuery(call, listAllNotices, {
    input: {},
    queryKey: noticeKeys.all,
  })

export const useAllNotices = () => useQuery(allNoticesQuery(useCall()))

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
  return useEndpointMutation(createNotice, {
    input: (body: NoticeDraft) => ({ body }),
    invalidates: noticeKeys.any,
    meta: { success: 'Notice published' },
  })
}

export function useDeleteNotice() {
  return useEndpointMutation(deleteNotice, {
    input: (id: string) => ({ params: { id } }),
    invalidates: noticeKeys.any,
    meta: { failure: 'Failed to delete the notice', success: 'Notice deleted' },
  })
}
