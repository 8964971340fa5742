import type { BodyOf } from '@stoa/contract/endpoint'
import {
  createDatabaseWebhook,
  databaseWebhookEndpoints,
  listDatabaseWebhooks,
  revealDatabaseWebhookSecret,
  updateDatabaseWebhook,
} from '@stoa/contract/operations/services/webhooks/webhooks'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { projectKeys } from '../../platform/projects.ts'
import { deliveriesPoll, type WebhookSource } from '../webhook-endpoints.ts'
import { useCall } from '../../../client/client-context.ts'

const webhooksKey = (ref: string) => [...projectKeys.detail(ref), 'database-webhooks'] as const

export const databaseWebhooks: WebhookSource = {
  endpoints: databaseWebhookEndpoints,
  revealSecret: revealDatabaseWebhookSecret,
  keyOf: webhooksKey,
}

export type DatabaseWebhookDraft = BodyOf<typeof createDatabaseWebhook>
type WebhookChange = BodyOf<typeof updateDatabaseWebhook>

export const databaseWebhooksQuery = (call: Call, ref: string) =>
  endpointQuery(call, listDatabaseWebhooks, {
    input: { params: { ref } },
    queryKey: webhooksKey(ref),
    ...deliveriesPoll,
  })

export const useDatabaseWebhooks = (ref: string) => useQuery(databaseWebhooksQuery(useCall(), ref))

export function useCreateDatabaseWebhook(ref: string) {
  return useEndpointMutation(createDatabaseWebhook, {
    input: (body: DatabaseWebhookDraft) => ({ params: { ref }, body }),
    invalidates: webhooksKey(ref),
    meta: { success: 'Webhook created' },
  })
}

export function useUpdateDatabaseWebhook(ref: string, id: string) {
  return useEndpointMutation(updateDatabaseWebhook, {
    input: (body: WebhookChange) => ({ params: { ref, id }, body }),
    replaces: { list: webhooksKey(ref), key: 'id' },
    meta: { success: 'Webhook saved' },
  })
}
