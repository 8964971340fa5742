import type { BodyOf } from '@stoa/contract/endpoint'
import { dataApiSettings } from '@stoa/contract/operations/services/data-api/settings'
import type { MessageState } from '@stoa/contract/services/queues/queues'
import {
  archiveQueueMessage,
  createQueue,
  deleteQueueMessage,
  dropQueue,
  getQueue,
  getQueueGrants,
  getQueuesApi,
  listQueueMessages,
  listQueues,
  purgeQueue,
  sendQueueMessage,
  setDeadLetters,
  setQueueGrants,
  setQueuesApi,
} from '@stoa/contract/operations/services/queues/queues'
import { QUEUES_API_SCHEMA } from '@stoa/contract/services/queues/api-schema'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../../client/endpoint-hooks.ts'
import { pollEvery } from '../../../client/poll-every.ts'
import { projectKeys } from '../../platform/projects.ts'
import { useSettings } from '../data-api/settings.ts'

export type QueueDraft = BodyOf<typeof createQueue>
type DeadLettersChange = BodyOf<typeof setDeadLetters>
type GrantsChange = BodyOf<typeof setQueueGrants>
type MessageDraft = BodyOf<typeof sendQueueMessage>

/** Programs change queues all the time. A hidden page does not poll. */
const POLL_MS = 5000

const queuesKey = (ref: string) => [...projectKeys.detail(ref), 'queues'] as const
const queueKey = (ref: string, name: string) => [...queuesKey(ref), 'queue', name] as const
const apiKey = (ref: string) => [...projectKeys.detail(ref), 'queues-api'] as const

/** The queues with their metrics, read again every few seconds while they are shown. */
export const queuesQuery = (call: Call, ref: string, search = '') =>
  endpointQuery(call, listQueues, {
    input: { params: { ref }, query: search === '' ? {} : { search } },
    queryKey: [...queuesKey(ref), 'list', search],
    placeholderData: (before) => before,
    refetchInterval: pollEvery(POLL_MS),
  })

export const useQueues = (ref: string, search = '') => useQuery(queuesQuery(useCall(), ref, search))

/** One queue with its metrics, read again every few seconds while it is shown. */
export const queueQuery = (call: Call, ref: string, name: string) =>
  endpointQuery(call, getQueue, {
    input: { params: { ref, name } },
    queryKey: queueKey(ref, name),
    refetchInterval: pollEvery(POLL_MS),
  })

export const useQueue = (ref: string, name: string) => useQuery(queueQuery(useCall(), ref, name))

/** One page of messages, newest first, read again every few seconds while it is shown. */
export const queueMessagesQuery = (
  call: Call,
  ref: string,
  name: string,
  query: { state: MessageState; before?: string | undefined },
) =>
  endpointQuery(call, listQueueMessages, {
    input: { params: { ref, name }, query },
    queryKey: [...queueKey(ref, name), 'messages', query],
    refetchInterval: pollEvery(POLL_MS),
  })

export const useQueueMessages = (
  ref: string,
  name: string,
  query: { state: MessageState; before?: string | undefined },
) => useQuery(queueMessagesQuery(useCall(), ref, name, query))

export function useCreateQueue(ref: string) {
  return useEndpointMutation(createQueue, {
    input: (body: QueueDraft) => ({ params: { ref }, body }),
    invalidates: queuesKey(ref),
    meta: { success: 'Queue created' },
  })
}

export function useDropQueue(ref: string, name: string) {
  return useEndpointMutation(dropQueue, {
    input: () => ({ params: { ref, name } }),
    invalidates: [...queuesKey(ref), 'list'],
    meta: { failure: 'Failed to drop the queue', success: 'Queue dropped' },
  })
}

export function usePurgeQueue(ref: string, name: string) {
  return useEndpointMutation(purgeQueue, {
    input: () => ({ params: { ref, name } }),
    invalidates: queuesKey(ref),
    meta: { failure: 'Failed to purge the queue', success: 'Queue purged' },
  })
}

export function useSetDeadLetters(ref: string, name: string) {
  return useEndpointMutation(setDeadLetters, {
    input: (body: DeadLettersChange) => ({ params: { ref, name }, body }),
    invalidates: queuesKey(ref),
    meta: { success: 'Dead-letter queue saved' },
  })
}

const grantsKey = (ref: string, name: string) => [...queueKey(ref, name), 'grants'] as const

/** The rights of the data API's roles on a queue's tables. */
export function useQueueGrants(ref: string, name: string) {
  return useEndpointQuery(getQueueGrants, {
    input: { params: { ref, name } },
    queryKey: grantsKey(ref, name),
  })
}

export function useSetQueueGrants(ref: string, name: string) {
  return useEndpointMutation(setQueueGrants, {
    input: (body: GrantsChange) => ({ params: { ref, name }, body }),
    invalidates: grantsKey(ref, name),
    meta: { success: 'Grants saved' },
  })
}

export function useSendQueueMessage(ref: string, name: string) {
  return useEndpointMutation(sendQueueMessage, {
    input: (body: MessageDraft) => ({ params: { ref, name }, body }),
    invalidates: queuesKey(ref),
    meta: { success: 'Message sent' },
  })
}

export function useArchiveQueueMessage(ref: string, name: string) {
  return useEndpointMutation(archiveQueueMessage, {
    input: (id: string) => ({ params: { ref, name, id } }),
    invalidates: queuesKey(ref),
    meta: { failure: 'Failed to archive the message', success: 'Message archived' },
  })
}

export function useDeleteQueueMessage(ref: string, name: string) {
  return useEndpointMutation(deleteQueueMessage, {
    input: (id: string) => ({ params: { ref, name, id } }),
    invalidates: queuesKey(ref),
    meta: { failure: 'Failed to delete the message', success: 'Message deleted' },
  })
}

/** Whether the schema of clients exists. */
export const queuesApiQuery = (call: Call, ref: string) =>
  endpointQuery(call, getQueuesApi, { input: { params: { ref } }, queryKey: apiKey(ref) })

/** Whether clients can use queues: the schema exists, and the data API serves it. */
export function useQueuesExposure(ref: string) {
  const api = useQuery(queuesApiQuery(useCall(), ref))
  const settings = useSettings(ref, dataApiSettings)
  return {
    error: api.error ?? settings.error,
    isExposed:
      api.data &&
      settings.data &&
      api.data.exists &&
      settings.data.exposed_schemas.includes(QUEUES_API_SCHEMA),
    isApiEnabled: settings.data?.enabled,
  }
}

/**
 * Creates the schema for clients before the data API exposes it, and drops it only after it is no
 * longer exposed.
 */
export function useExposeQueues(ref: string) {
  const call = useCall()
  const params = { ref }
  return useMutation({
    async mutationFn(isExposed: boolean) {
      if (isExposed) await call(setQueuesApi, { params, body: { exists: true } })
      const { exposed_schemas: before } = await call(dataApiSettings.read, { params })
      const others = before.filter((schema) => schema !== QUEUES_API_SCHEMA)
      const exposed_schemas = isExposed ? [...others, QUEUES_API_SCHEMA] : others
      await call(dataApiSettings.update, { params, body: { exposed_schemas } })
      if (!isExposed) await call(setQueuesApi, { params, body: { exists: false } })
    },
    meta: { failure: 'Failed to change client access' },
    onSettled: (_data, _error, _isExposed, _result, { client }) =>
      client.invalidateQueries({ queryKey: projectKeys.detail(ref) }),
  })
}
