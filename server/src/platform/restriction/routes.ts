import * as endpoints from '@stoa/contract/platform/restriction'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { setRestriction } from './set-restriction.ts'

export const restrictionRoutes = (
  context: Pick<Context, 'actorOf' | 'permissions' | 'restrictionsChanged' | 'session'>,
): readonly Route[] => [
  route(endpoints.setRestriction).to(({ request, params, body }) =>
    setRestriction(context, context.actorOf(request), { slug: params.slug, restriction: body }),
  ),
]
