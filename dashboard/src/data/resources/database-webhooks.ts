import {
  createDatabaseWebhook,
  deleteDatabaseWebhook,
  listDatabaseWebhookDeliveries,
  listDatabaseWebhooks,
  redeliverDatabaseWebhook,
  revealDatabaseWebhookSecret,
  rotateDatabaseWebhookSecret,
  testDatabaseWebhook,
  updateDatabaseWebhook,
} from '@stoa/contract/services/webhooks/webhooks'
import type { z } from 'zod'
import { useEndpointMutation, useEndpointQuery } from '../client/endpoint-hooks.ts'
import { projectKeys } from './projects.ts'

const webhooksKey = (ref: string) => [...projectKeys.detail(ref), 'database-webhooks'] as const
const deliveriesKey = (ref: string, id: string) => [...webhooksKey(ref), id, 'deliveries'] as const

export type DatabaseWebhookDraft = z.infer<NonNullable<typeof createDatabaseWebhook.body>>
type Change = z.infer<NonNullable<typeof updateDatabaseWebhook.body>>

export function useDatabaseWebhooks(ref: string) {
  return useEndpointQuery(listDatabaseWebhooks, {
    input: { params: { ref } },
    queryKey: webhooksKey(ref),
  })
}

export function useCreateDatabaseWebhook(ref: string) {
  return useEndpointMutation(createDatabaseWebhook, {
    input: (body: DatabaseWebhookDraft) => ({ params: { ref }, body }),
    invalidates: webhooksKey(ref),
    meta: { success: 'Webhook created' },
  })
}

export function useUpdateDatabaseWebhook(ref: string, id: string) {
  return useEndpointMutation(updateDatabaseWebhook, {
    input: (body: Change) => ({ params: { ref, id }, body }),
    invalidates: webhooksKey(ref),
    meta: { success: 'Webhook saved' },
  })
}

export function useDeleteDatabaseWebhook(ref: string) {
  return useEndpointMutation(deleteDatabaseWebhook, {
    input: (id: string) => ({ params: { ref, id } }),
    invalidates: webhooksKey(ref),
    meta: { failure: 'Failed to delete the webhook', success: 'Webhook deleted' },
  })
}

/** Reads the signing secret, which must not outlive the calling component. */
export function useRevealDatabaseWebhookSecret(ref: string) {
  return useEndpointMutation(revealDatabaseWebhookSecret, {
    input: (id: string) => ({ params: { ref, id } }),
    gcTime: 0,
    meta: { failure: 'Failed to read the signing secret' },
  })
}

/** Replaces the signing secret. The new one must not outlive the calling component. */
export function useRotateDatabaseWebhookSecret(ref: string) {
  return useEndpointMutation(rotateDatabaseWebhookSecret, {
    input: (id: string) => ({ params: { ref, id } }),
    gcTime: 0,
    meta: { failure: 'Failed to rotate the signing secret' },
  })
}

/** The latest deliveries, read again every few seconds while they are shown. */
export function useDatabaseWebhookDeliveries(ref: string, id: string) {
  return useEndpointQuery(listDatabaseWebhookDeliveries, {
    input: { params: { ref, id } },
    queryKey: deliveriesKey(ref, id),
    refetchInterval: 3000,
  })
}

export function useTestDatabaseWebhook(ref: string, id: string) {
  return useEndpointMutation(testDatabaseWebhook, {
    input: () => ({ params: { ref, id } }),
    invalidates: deliveriesKey(ref, id),
    meta: { failure: 'Failed to send a test event', success: 'Test event queued' },
  })
}

export function useRedeliverDatabaseWebhook(ref: string, id: string) {
  return useEndpointMutation(redeliverDatabaseWebhook, {
    input: (delivery: string) => ({ params: { ref, id, delivery } }),
    invalidates: deliveriesKey(ref, id),
    meta: { failure: 'Failed to redeliver the event' },
  })
}
