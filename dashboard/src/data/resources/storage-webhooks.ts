import {
  createStorageWebhook,
  deleteStorageWebhook,
  listStorageWebhookDeliveries,
  listStorageWebhooks,
  redeliverStorageWebhook,
  rotateStorageWebhookSecret,
  testStorageWebhook,
  updateStorageWebhook,
  type StorageWebhook,
} from '@stoa/contract/services/storage/webhooks'
import { useEndpointMutation, useEndpointQuery } from '../client/endpoint-hooks.ts'
import { projectKeys } from './projects.ts'

const webhooksKey = (ref: string) => [...projectKeys.detail(ref), 'storage', 'webhooks'] as const
const deliveriesKey = (ref: string, id: string) => [...webhooksKey(ref), id, 'deliveries'] as const

export type WebhookOptions = Pick<
  StorageWebhook,
  'name' | 'url' | 'bucket' | 'prefix' | 'events' | 'enabled'
>

export function useStorageWebhooks(ref: string) {
  return useEndpointQuery(listStorageWebhooks, {
    input: { params: { ref } },
    queryKey: webhooksKey(ref),
  })
}

/** Creates a webhook. The result contains the secret, which must not outlive the calling component. */
export function useCreateStorageWebhook(ref: string) {
  return useEndpointMutation(createStorageWebhook, {
    input: (body: WebhookOptions) => ({ params: { ref }, body }),
    gcTime: 0,
    invalidates: webhooksKey(ref),
  })
}

export function useUpdateStorageWebhook(ref: string, id: string) {
  return useEndpointMutation(updateStorageWebhook, {
    input: (body: WebhookOptions) => ({ params: { ref, id }, body }),
    invalidates: webhooksKey(ref),
    meta: { success: 'Webhook saved' },
  })
}

/** Replaces the signing secret. The result must not outlive the calling component. */
export function useRotateStorageWebhookSecret(ref: string) {
  return useEndpointMutation(rotateStorageWebhookSecret, {
    input: (id: string) => ({ params: { ref, id } }),
    gcTime: 0,
    meta: { failure: 'Failed to rotate the secret' },
  })
}

export function useDeleteStorageWebhook(ref: string) {
  return useEndpointMutation(deleteStorageWebhook, {
    input: (id: string) => ({ params: { ref, id } }),
    invalidates: webhooksKey(ref),
    meta: { failure: 'Failed to delete the webhook', success: 'Webhook deleted' },
  })
}

/** The latest deliveries, read again every few seconds while they are shown. */
export function useStorageWebhookDeliveries(ref: string, id: string) {
  return useEndpointQuery(listStorageWebhookDeliveries, {
    input: { params: { ref, id } },
    queryKey: deliveriesKey(ref, id),
    refetchInterval: 3000,
  })
}

export function useTestStorageWebhook(ref: string, id: string) {
  return useEndpointMutation(testStorageWebhook, {
    input: () => ({ params: { ref, id } }),
    invalidates: deliveriesKey(ref, id),
    meta: { failure: 'Failed to send a test event', success: 'Test event queued' },
  })
}

export function useRedeliverStorageWebhook(ref: string, id: string) {
  return useEndpointMutation(redeliverStorageWebhook, {
    input: (delivery: string) => ({ params: { ref, id, delivery } }),
    invalidates: deliveriesKey(ref, id),
    meta: { failure: 'Failed to redeliver the event' },
  })
}
