import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

declare module '../../platform/permissions.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    /** List a project's queues and their messages. */
    'queues:read': true
    /** Create and drop queues; send, archive, and delete messages. */
    'queues:write': true
  }
}

/** The longest list; the rest can be found by a search. */
export const MAX_LISTED_QUEUES = 500
export const MESSAGES_PER_PAGE = 50
/** How much of a message's JSON a list contains, in characters. */
export const MAX_LISTED_MESSAGE = 20_000
export const MAX_QUEUE_NAME_BYTES = 47
export const MAX_DELAY_SECONDS = 31_536_000

const DeadLetters = z.object({
  dead_letter_queue: z.string().min(1).max(100),
  /** A message read this often without being deleted is moved. */
  max_reads: z.int().min(1).max(1_000_000),
})

export const Queue = z.object({
  name: z.string(),
  is_unlogged: z.boolean(),
  created_at: z.string(),
  /** Messages that are neither deleted nor archived. */
  length: z.number(),
  available: z.number(),
  oldest_age_seconds: z.number().nullable(),
  newest_age_seconds: z.number().nullable(),
  /** Messages ever sent. */
  total: z.number(),
  dead_letters: DeadLetters.nullable(),
})
export type Queue = z.infer<typeof Queue>

/** Scheduled messages were sent with a delay, or somebody is reading them. */
export const MessageState = z.enum(['available', 'scheduled', 'archived'])
export type MessageState = z.infer<typeof MessageState>

export const QueueMessage = z.object({
  id: z.string(),
  read_count: z.number(),
  enqueued_at: z.string(),
  visible_at: z.string(),
  archived_at: z.string().nullable(),
  /** JSON as text; its numbers can be larger than JavaScript's. */
  message: z.string().nullable(),
  headers: z.string().nullable(),
  /** The message is longer than what is listed. */
  is_cut: z.boolean(),
})
export type QueueMessage = z.infer<typeof QueueMessage>

const byRef = z.object({ ref: z.string() })
const byName = byRef.extend({ name: z.string() })
const MessageId = z.string().regex(/^\d{1,18}$/)
const byMessage = byName.extend({ id: MessageId })
const path = '/platform/queues/{ref}/queues'

/** The queues whose name contains the search text, by name. */
export const listQueues = endpoint({
  method: 'GET',
  path,
  access: 'queues:read',
  params: byRef,
  query: z.object({ search: z.string().max(200).optional() }),
  response: z.array(Queue),
})

export const createQueue = endpoint({
  method: 'POST',
  path,
  access: 'queues:write',
  params: byRef,
  body: z.object({
    name: z.string().min(1).max(100),
    is_unlogged: z.boolean(),
    dead_letters: DeadLetters.nullable(),
  }),
  response: z.object({}),
})

export const getQueue = endpoint({
  method: 'GET',
  path: `${path}/{name}`,
  access: 'queues:read',
  params: byName,
  response: Queue,
})

/** Drops the queue with its messages and its archive. */
export const dropQueue = endpoint({
  method: 'DELETE',
  path: `${path}/{name}`,
  access: 'queues:write',
  params: byName,
  response: z.object({}),
})

/** Deletes every message that is not archived. */
export const purgeQueue = endpoint({
  method: 'POST',
  path: `${path}/{name}/purge`,
  access: 'queues:write',
  params: byName,
  response: z.object({ purged: z.number() }),
})

export const ReplacedDeadLetters = Queue.pick({ dead_letters: true })

/**
 * Null: messages stay in the queue however often they are read. With `replaces`, 409
 * `definition_changed` if it no longer has these values.
 */
export const setDeadLetters = endpoint({
  method: 'PUT',
  path: `${path}/{name}/dead-letters`,
  access: 'queues:write',
  params: byName,
  body: z.object({
    dead_letters: DeadLetters.nullable(),
    replaces: ReplacedDeadLetters.optional(),
  }),
  response: z.object({}),
})

/** One page, newest first; `before` is the last id of the page before. */
export const listQueueMessages = endpoint({
  method: 'GET',
  path: `${path}/{name}/messages`,
  access: 'queues:read',
  params: byName,
  query: z.object({ state: MessageState, before: MessageId.optional() }),
  response: z.object({ messages: z.array(QueueMessage), has_more: z.boolean() }),
})

export const sendQueueMessage = endpoint({
  method: 'POST',
  path: `${path}/{name}/messages`,
  access: 'queues:write',
  params: byName,
  body: z.object({
    /** JSON as text. */
    message: z.string().min(1).max(900_000),
    delay_seconds: z.int().min(0).max(MAX_DELAY_SECONDS),
  }),
  response: z.object({ id: z.string() }),
})

export const archiveQueueMessage = endpoint({
  method: 'POST',
  path: `${path}/{name}/messages/{id}/archive`,
  access: 'queues:write',
  params: byMessage,
  response: z.object({}),
})

/** Deletes a message that is not archived. */
export const deleteQueueMessage = endpoint({
  method: 'DELETE',
  path: `${path}/{name}/messages/{id}`,
  access: 'queues:write',
  params: byMessage,
  response: z.object({}),
})

export const QUEUE_ROLES = ['anon', 'authenticated', 'service_role'] as const
export const QueuePrivilege = z.enum(['select', 'insert', 'update', 'delete'])
export type QueuePrivilege = z.infer<typeof QueuePrivilege>

const Privileges = z.array(QueuePrivilege).max(4)
/** The rights of the data API's roles on the tables of a queue, as far as policies allow. */
export const QueueGrants = z.object({
  anon: Privileges,
  authenticated: Privileges,
  service_role: Privileges,
})
export type QueueGrants = z.infer<typeof QueueGrants>

export const getQueueGrants = endpoint({
  method: 'GET',
  path: `${path}/{name}/grants`,
  access: 'queues:read',
  params: byName,
  response: QueueGrants,
})

/**
 * Replaces the grants of the three roles on the queue's table and its archive. With `replaces`, 409
 * `definition_changed` if they no longer have these values.
 */
export const setQueueGrants = endpoint({
  method: 'PUT',
  path: `${path}/{name}/grants`,
  access: 'queues:write',
  params: byName,
  body: QueueGrants.extend({ replaces: QueueGrants.optional() }),
  response: z.object({}),
})

/** Whether the schema with the functions for clients exists. */
export const getQueuesApi = endpoint({
  method: 'GET',
  path: '/platform/queues/{ref}/api',
  access: 'queues:read',
  params: byRef,
  response: z.object({ exists: z.boolean() }),
})

/** Creates or drops the schema `pgmq_public`. The data API serves it once it is exposed. */
export const setQueuesApi = endpoint({
  method: 'PUT',
  path: '/platform/queues/{ref}/api',
  access: 'queues:write',
  params: byRef,
  body: z.object({ exists: z.boolean() }),
  response: z.object({}),
})
