import {
  archiveNotifications,
  listNotifications,
  updateNotifications,
} from '@stoa/contract/platform/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCapability } from './profile.ts'
import { useCall } from '../client/client-context.ts'

const notificationsKey = ['notifications'] as const
const NOTIFICATIONS_POLL = 60_000

/** The user's notifications, newest first, with the unread count. Polled every minute. */
export function useNotifications() {
  const call = useCall()
  const can = useCapability()
  return useQuery({
    queryKey: notificationsKey,
    queryFn: ({ signal }) =>
      call(listNotifications, { query: { status: 'inbox', limit: 50 }, signal }),
    enabled: can('notifications:read'),
    refetchInterval: NOTIFICATIONS_POLL,
  })
}

export function useMarkRead() {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[]) => call(updateNotifications, { body: { ids, is_read: true } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationsKey }),
    meta: { failure: 'Failed to mark as read' },
  })
}

export function useArchiveAll() {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(archiveNotifications),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationsKey }),
    meta: { failure: 'Failed to archive the notifications' },
  })
}
