import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const NotificationKind = z.enum([
  'invitation_accepted',
  'member_role_changed',
  'member_removed',
  'project_creation_failed',
  'project_unhealthy',
  'project_removed',
  'restriction_changed',
  'invoice_overdue',
  'alert_firing',
  'alert_resolved',
  'log_drain_paused',
  'project_will_be_paused',
  'project_paused',
  'restore_finished',
  'restore_failed',
])
export type NotificationKind = z.infer<typeof NotificationKind>

export const NotificationPriority = z.enum(['info', 'warning', 'critical'])
export type NotificationPriority = z.infer<typeof NotificationPriority>

export const Notification = z.object({
  id: z.uuid(),
  kind: NotificationKind,
  priority: NotificationPriority,
  title: z.string(),
  text: z.string(),
  /** A path of the dashboard, `/project/…`; null if there is no page to show. */
  link: z.string().nullable(),
  created_at: z.string(),
  read_at: z.string().nullable(),
  archived_at: z.string().nullable(),
})
export type Notification = z.infer<typeof Notification>

/** `unread` and `inbox` omit archived notifications; `inbox` includes read ones. */
export const NotificationStatus = z.enum(['inbox', 'unread', 'archived', 'all'])
export type NotificationStatus = z.infer<typeof NotificationStatus>

/** The caller's notifications, the newest first, at most `limit`. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/platform/notifications',
  access: 'signed-in',
  query: z.object({
    status: NotificationStatus.default('inbox'),
    priority: NotificationPriority.optional(),
    /** The last notification of the previous page. */
    after: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    notifications: z.array(Notification),
    /** Counts the whole inbox, not the filtered page. */
    unread_count: z.int(),
  }),
})

/** Marks many notifications at once; ids of other people are ignored. */
export const updateNotifications = endpoint({
  method: 'PATCH',
  path: '/platform/notifications',
  access: 'signed-in',
  body: z
    .object({
      ids: z.array(z.uuid()).min(1).max(500),
      is_read: z.boolean().optional(),
      is_archived: z.boolean().optional(),
    })
    .refine((change) => change.is_read !== undefined || change.is_archived !== undefined, {
      message: 'Say is_read or is_archived',
    }),
  response: z.object({ changed_count: z.int() }),
})

/** Archives the whole inbox and marks it as read. */
export const archiveNotifications = endpoint({
  method: 'POST',
  path: '/platform/notifications/archive-all',
  access: 'signed-in',
  response: z.object({ changed_count: z.int() }),
})
