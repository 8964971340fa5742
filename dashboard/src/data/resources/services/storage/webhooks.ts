import type { StorageWebhook } from '@stoa/contract/services/storage/webhooks'
import {
  createStorageWebhook,
  listStorageWebhooks,
  storageWebhookEndpoints,
  updateStorageWebhook,
} from '@stoa/contract/operations/services/storage/webhooks'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { projectKeys } from '../../platform/projects.ts'
import { deliveriesPoll, type WebhookSource } from '../webhook-endpoints.ts'
import { useCall } from '../../../client/client-context.ts'

const webhooksKey = (ref: string) => [...projectKeys.detail(ref), 'storage', 'webhooks'] as const

export const storageWebhooks: WebhookSource = {
  endpoints: storageWebhookEndpoints,
  keyOf: webhooksKey,
}

export type WebhookOptions = Pick<
  StorageWebhook,
  'name' | 'url' | 'bucket' | 'prefix' | 'events' | 'enabled'
>

export const storageWebhooksQuery = (call: Call, ref: string) =>
  endpointQuery(call, listStorageWebhooks, {
    input: { params: { ref } },
    queryKey: webhooksKey(ref),
    ...deliveriesPoll,
  })

export const useStorageWebhooks = (ref: string) => useQuery(storageWebhooksQuery(useCall(), ref))

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
    replaces: { list: webhooksKey(ref), key: 'id' },
    meta: { success: 'Webhook saved' },
  })
}
