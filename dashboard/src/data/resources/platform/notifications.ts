import {
  archiveNotifications,
  listNotifications,
  updateNotifications,
} from '@stoa/contract/operations/platform/notifications'
import { useCapability } from './profile.ts'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'

const notificationsKey = ['notifications'] as const
const NOTIFICATIONS_POLL = 60_000

/** The user's notifications, newest first, with the unread count. Polled every minute. */
export function useNotifications() {
  const can = useCapability()
  return useEndpointQuery(listNotifications, {
    input: { query: { status: 'inbox', limit: 50 } },
    queryKey: notificationsKey,
    enabled: can('notifications:read'),
    refetchInterval: NOTIFICATIONS_POLL,
  })
}

export function useMarkRead() {
  return useEndpointMutation(updateNotifications, {
    input: (ids: string[]) => ({ body: { ids, is_read: true } }),
    invalidates: notificationsKey,
    meta: { failure: 'Failed to mark as read' },
  })
}

export function useArchiveAll() {
  return useEndpointMutation(archiveNotifications, {
    input: () => ({}),
    invalidates: notificationsKey,
    meta: { failure: 'Failed to archive the notifications' },
  })
}
