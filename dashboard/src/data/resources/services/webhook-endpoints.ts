import type { OperationsOf } from '@stoa/contract/endpoint'
import type { WebhookEndpoints } from '@stoa/contract/services/webhook-endpoints'
import type { QueryKey } from '@tanstack/react-query'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { pollEvery } from '../../client/poll-every.ts'

/** The endpoints of one kind of webhook. */
export type WebhookSource = {
  endpoints: OperationsOf<WebhookEndpoints>
  /** Only for webhooks whose signing secret can be shown later. */
  revealSecret?: OperationsOf<WebhookEndpoints['rotateSecret']>
  /** The key of their list. */
  keyOf: (ref: string) => QueryKey
}

/**
 * Deliveries end at any time. The lists of webhooks show the last one, so they are read as often; a
 * hidden page does not ask.
 */
export const deliveriesPoll = { refetchInterval: pollEvery(3000) } as const

const deliveriesKey = ({ keyOf }: WebhookSource, ref: string, id: string) => [
  ...keyOf(ref),
  id,
  'deliveries',
]

export function useDeleteWebhook({ endpoints, keyOf }: WebhookSource, ref: string) {
  return useEndpointMutation(endpoints.remove, {
    input: (id: string) => ({ params: { ref, id } }),
    invalidates: keyOf(ref),
    meta: { failure: 'Failed to delete the webhook', success: 'Webhook deleted' },
  })
}

/**
 * Reads the signing secret, or replaces it and reads the new one. It must not outlive the calling
 * component.
 */
export function useWebhookSecret(
  { endpoints, revealSecret }: WebhookSource,
  ref: string,
  isRotation: boolean,
) {
  return useEndpointMutation(isRotation || !revealSecret ? endpoints.rotateSecret : revealSecret, {
    input: (id: string) => ({ params: { ref, id } }),
    gcTime: 0,
    meta: { failure: `Failed to ${isRotation ? 'rotate' : 'read'} the signing secret` },
  })
}

/** The latest deliveries, read again every few seconds while they are shown. */
export function useWebhookDeliveries(source: WebhookSource, ref: string, id: string) {
  return useEndpointQuery(source.endpoints.listDeliveries, {
    input: { params: { ref, id } },
    queryKey: deliveriesKey(source, ref, id),
    ...deliveriesPoll,
  })
}

export function useTestWebhook(source: WebhookSource, ref: string, id: string) {
  return useEndpointMutation(source.endpoints.test, {
    input: () => ({ params: { ref, id } }),
    invalidates: deliveriesKey(source, ref, id),
    meta: { failure: 'Failed to send a test event', success: 'Test event queued' },
  })
}

export function useRedeliverWebhook(source: WebhookSource, ref: string, id: string) {
  return useEndpointMutation(source.endpoints.redeliver, {
    input: (delivery: string) => ({ params: { ref, id, delivery } }),
    invalidates: deliveriesKey(source, ref, id),
    meta: { failure: 'Failed to redeliver the event' },
  })
}
