import {
  getSubscription,
  previewPlan,
  updateSubscription,
} from '@stoa/contract/operations/platform/subscription'
import type { PlanId } from '@stoa/contract/platform/organizations'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../client/endpoint-hooks.ts'
import { organizationKeys } from './organizations.ts'

const subscriptionKey = (slug: string) =>
  [...organizationKeys.detail(slug), 'subscription'] as const

/** The plan of an organization and the costs of the current cycle. */
export const subscriptionQuery = (call: Call, slug: string) =>
  endpointQuery(call, getSubscription, {
    input: { params: { slug } },
    queryKey: subscriptionKey(slug),
  })

export const useSubscription = (slug: string) => useQuery(subscriptionQuery(useCall(), slug))

/** The costs of a plan from now on, and the reasons that forbid it. Read for a chosen plan only. */
export const usePlanPreview = (slug: string, plan: PlanId | undefined) =>
  useEndpointQuery(previewPlan, {
    input: plan === undefined ? skipToken : { params: { slug }, body: { plan } },
    queryKey: [...subscriptionKey(slug), 'preview', plan],
    gcTime: 0,
  })

export function useChangePlan(slug: string) {
  return useEndpointMutation(updateSubscription, {
    input: (plan: PlanId) => ({ params: { slug }, body: { plan } }),
    invalidates: organizationKeys.all,
    meta: { failure: 'Failed to change the plan', success: 'Plan changed' },
  })
}

export function useSetSpendCap(slug: string) {
  return useEndpointMutation(updateSubscription, {
    input: (has_spend_cap: boolean) => ({ params: { slug }, body: { has_spend_cap } }),
    sets: subscriptionKey(slug),
    meta: { failure: 'Failed to change the spend cap', success: 'Spend cap saved' },
  })
}
