import * as endpoints from '@stoa/contract/platform/access-tokens'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { createAccessToken, deleteAccessToken, listAccessTokens } from './access-tokens.ts'

export const accessTokenRoutes = (context: Context): readonly Route[] => [
  route(endpoints.listAccessTokens).to(({ request }) => listAccessTokens(context, request.member)),
  route(endpoints.createAccessToken).to(({ request, body }) =>
    createAccessToken(context, context.actorOf(request), {
      name: body.name,
      expiresAt: body.expires_at === null ? null : new Date(body.expires_at),
      userAgent: request.headers['user-agent'] ?? '',
    }),
  ),
  route(endpoints.deleteAccessToken).to(({ request, params }) =>
    deleteAccessToken(context, context.actorOf(request), params.id),
  ),
]
