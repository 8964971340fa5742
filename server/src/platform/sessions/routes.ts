import * as endpoints from '@stoa/contract/platform/sessions'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'

export const sessionRoutes = (
  context: Pick<Context, 'access' | 'accounts' | 'actorOf' | 'session'>,
): readonly Route[] => [
  route(endpoints.listSessions).to(({ request }) => listSessions(context, request.member)),
  route(endpoints.endSession).to(({ request, params }) =>
    endSession(context, context.actorOf(request), params.id),
  ),
  route(endpoints.endOtherSessions).to(({ request }) =>
    endOtherSessions(context, context.actorOf(request)),
  ),
]
