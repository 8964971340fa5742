import type { BodyOf } from '@stoa/contract/endpoint'
import {
  createAlertRule,
  deleteAlertRule,
  listAlertEvents,
  listAlertRules,
  snoozeAlertRule,
  updateAlertRule,
} from '@stoa/contract/operations/services/alerts/rules'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { pollEvery } from '../../../client/poll-every.ts'
import { projectKeys } from '../../platform/projects.ts'

export type AlertRuleDraft = BodyOf<typeof createAlertRule>
export type AlertRuleChange = BodyOf<typeof updateAlertRule>

/** Rules are checked once a minute. A hidden page does not poll. */
const POLL_MS = 10_000

const alertsKey = (ref: string) => [...projectKeys.detail(ref), 'alerts'] as const

export const alertRulesQuery = (call: Call, ref: string) =>
  endpointQuery(call, listAlertRules, {
    input: { params: { ref } },
    queryKey: [...alertsKey(ref), 'rules'],
    refetchInterval: pollEvery(POLL_MS),
  })

export const useAlertRules = (ref: string) => useQuery(alertRulesQuery(useCall(), ref))

/** One page of the history of all rules or of one, the newest first. */
export const alertEventsQuery = (
  call: Call,
  ref: string,
  query: { rule?: string | undefined; before?: string | undefined } = {},
) =>
  endpointQuery(call, listAlertEvents, {
    input: { params: { ref }, query },
    queryKey: [...alertsKey(ref), 'events', query],
    placeholderData: (before) => before,
    refetchInterval: pollEvery(POLL_MS),
  })

export const useAlertEvents = (
  ref: string,
  query: { rule?: string | undefined; before?: string | undefined },
) => useQuery(alertEventsQuery(useCall(), ref, query))

export function useCreateAlertRule(ref: string) {
  return useEndpointMutation(createAlertRule, {
    input: (body: AlertRuleDraft) => ({ params: { ref }, body }),
    invalidates: alertsKey(ref),
    meta: { success: 'Alert created' },
  })
}

export function useUpdateAlertRule(ref: string) {
  return useEndpointMutation(updateAlertRule, {
    input: ({ id, ...body }: AlertRuleChange & { id: string }) => ({ params: { ref, id }, body }),
    invalidates: alertsKey(ref),
    meta: { success: 'Alert saved' },
  })
}

export function useSnoozeAlertRule(ref: string) {
  return useEndpointMutation(snoozeAlertRule, {
    input: ({ id, until }: { id: string; until: string | null }) => ({
      params: { ref, id },
      body: { until },
    }),
    invalidates: alertsKey(ref),
    success: ({ snoozed_until: until }) => (until === null ? 'Snooze ended' : 'Alert snoozed'),
    meta: { failure: 'Failed to snooze the alert' },
  })
}

export function useDeleteAlertRule(ref: string) {
  return useEndpointMutation(deleteAlertRule, {
    input: (id: string) => ({ params: { ref, id } }),
    invalidates: alertsKey(ref),
    meta: { failure: 'Failed to delete the alert', success: 'Alert deleted' },
  })
}
