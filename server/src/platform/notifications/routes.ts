import * as endpoints from '@stoa/contract/platform/notifications'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { listNotifications } from './list-notifications.ts'
import { archiveNotifications, updateNotifications } from './update-notifications.ts'

export const notificationRoutes = (
  context: Pick<Context, 'clock' | 'session'>,
): readonly Route[] => [
  route(endpoints.listNotifications).to(({ request, query }) =>
    listNotifications(context, request.member, query),
  ),
  route(endpoints.updateNotifications).to(({ request, body }) =>
    updateNotifications(context, request.member, body),
  ),
  route(endpoints.archiveNotifications).to(({ request }) =>
    archiveNotifications(context, request.member),
  ),
]
