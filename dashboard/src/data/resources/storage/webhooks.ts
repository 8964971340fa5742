import {
  createStorageWebhook,
  listStorageWebhooks,
  storageWebhookEndpoints,
  updateStorageWebhook,
} from '@stoa/contract/operations/services/storage/webhooks'
import type { StorageWebhook } from '@stoa/contract/services/storage/webhooks'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { projectKeys } from '../projects/projects.ts'
import { deliveriesPoll, type WebhookSource } from '../integrations/webhooks.ts'

const webhooksKey = (ref: string) => [...projectKeys.detail(ref), 'storage', 'webhooks'] as const

export const storageWebhooks: WebhookSource = {
  endpoints: storageWebhookEndpoints,
  keyOf: webhooksKey,
}

export type WebhookOptions = Pick<
  StorageWebhook,
  'name' | 'url' | 'bucket' | 'prefix' | 'events' | 'enabled'
>

export function useStorageWebhooks(ref: string) {
  return useEndpointQuery(listStorageWebhooks, {
    input: { params: { ref } },
    queryKey: webhooksKey(ref),
    ...deliveriesPoll,
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
