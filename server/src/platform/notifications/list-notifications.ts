import type {
  Notification,
  NotificationPriority,
  NotificationStatus,
} from '@stoa/contract/platform/notifications'
import type { Member } from '../../project/member.ts'
import type { Context } from '../context.ts'
import { personOf } from '../person.ts'
import { countUnread, listNotificationRows } from './queries.ts'

/** A page of the caller's notifications, newest first, and the total number of unread ones. */
export async function listNotifications(
  { session }: Pick<Context, 'session'>,
  member: Member,
  page: {
    status: NotificationStatus
    priority?: NotificationPriority | undefined
    after?: string | undefined
    limit: number
  },
): Promise<{ notifications: Notification[]; unread_count: number }> {
  const { userId } = personOf(member)
  const [notifications, unread_count] = await Promise.all([
    listNotificationRows(session, userId, page),
    countUnread(session, userId),
  ])
  return { notifications, unread_count }
}
