import * as endpoints from '@stoa/contract/platform/feature-flags'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { listFlags, readFlags } from './read-flags.ts'
import { deleteFlag, setFlag } from './set-flag.ts'
import { trackFlag } from './track-flag.ts'

export const featureFlagRoutes = (context: Context): readonly Route[] => [
  route(endpoints.getFeatureFlags).to(({ request, query }) =>
    readFlags(context, request.member, query.organization_slug),
  ),
  route(endpoints.listFeatureFlags).to(() => listFlags(context)),
  route(endpoints.setFeatureFlag).to(({ request, body }) =>
    setFlag(context, context.actorOf(request), body),
  ),
  route(endpoints.deleteFeatureFlag).to(({ request, params }) =>
    deleteFlag(context, context.actorOf(request), params.id),
  ),
  route(endpoints.trackFeatureFlag).to(({ request, body }) =>
    trackFlag(context, request.member, {
      name: body.feature_flag_name,
      value: body.feature_flag_value,
    }),
  ),
]
