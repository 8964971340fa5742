import {
  archiveNotifications,
  listNotifications,
  updateNotifications,
} from '@stoa/contract/platform/notifications'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { useCapability } from './profile.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'

const notificationsKey = ['notifications'] as const
const NOTIFICATIONS_POLL = 60_000

/** The user's notifications, newest first, with the unread count. Polled every minute. */
export const notificationsQuery = (call: Call) =>
  endpointQuery(call, listNotifications, {
    input: { query: { status: 'inbox', limit: 50 } },
    queryKey: notificationsKey,
    refetchInterval: NOTIFICATIONS_POLL,
  })

export function useNotifications() {
  const can = useCapability()
  return useQuery({
    ...notificationsQuery(useCall()),
    enabled: can('notifications:read'),
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
