import * as endpoints from '@stoa/contract/platform/notices'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { createNotice } from './create-notice.ts'
import { deleteNotice } from './delete-notice.ts'
import { listAllNotices, listNotices } from './list-notices.ts'

export const noticeRoutes = (
  context: Pick<Context, 'actorOf' | 'clock' | 'session'>,
): readonly Route[] => [
  route(endpoints.listNotices).to(({ request }) => listNotices(context, request.member)),
  route(endpoints.listAllNotices).to(() => listAllNotices(context)),
  route(endpoints.createNotice).to(({ request, body }) =>
    createNotice(context, context.actorOf(request), body),
  ),
  route(endpoints.deleteNotice).to(({ request, params }) =>
    deleteNotice(context, context.actorOf(request), params.id),
  ),
]
