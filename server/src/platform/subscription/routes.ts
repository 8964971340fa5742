import * as endpoints from '@stoa/contract/platform/subscription'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { grantCredit } from './grant-credit.ts'
import { previewPlan } from './preview-plan.ts'
import { readSubscription } from './read-subscription.ts'
import { updateSubscription } from './update-subscription.ts'

export const subscriptionRoutes = (
  context: Pick<
    Context,
    'access' | 'actorOf' | 'clock' | 'fleet' | 'mode' | 'planLimits' | 'session'
  >,
): readonly Route[] => [
  route(endpoints.getSubscription).to(({ request }) =>
    readSubscription(context, context.access.organizationOf(request)),
  ),
  route(endpoints.previewPlan).to(({ request, body }) =>
    previewPlan(context, context.access.organizationOf(request), body.plan),
  ),
  route(endpoints.updateSubscription).to(({ request, body }) =>
    updateSubscription(context, context.actorOf(request), {
      scope: context.access.organizationOf(request),
      plan: body.plan,
      hasSpendCap: body.has_spend_cap,
    }),
  ),
  route(endpoints.grantCredit).to(({ request, body }) =>
    grantCredit(context, context.actorOf(request), {
      slug: body.organization_slug,
      cents: body.amount_cents,
      reason: body.reason,
    }),
  ),
]
