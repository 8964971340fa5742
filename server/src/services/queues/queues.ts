import {
  MESSAGES_PER_PAGE,
  type MessageState,
  type Queue,
  type createQueue as createEndpoint,
  type sendQueueMessage,
  type setDeadLetters as deadLettersEndpoint,
} from '@stoa/contract/services/queues/queues'
import type { z } from 'zod'
import type { ServiceSession } from '../../postgres/session.ts'
import type { Project } from '../../project/project.ts'
import { requireUnchanged } from '../../project/unchanged.ts'
import { messageNotFound, nameTaken, queueNotFound, refuse } from './errors.ts'
import * as queries from './queries.ts'
import { recordChange, type Author } from './record-change.ts'

type NewQueue = z.infer<NonNullable<typeof createEndpoint.body>>
type NewMessage = z.infer<NonNullable<typeof sendQueueMessage.body>>
type DeadLettersChange = z.infer<NonNullable<typeof deadLettersEndpoint.body>>

/**
 * Runs on the database as its owner, like everything that members do there. Postgres's refusals
 * become errors for the member.
 */
const asOwner = <T>({ database }: Project, work: (owner: ServiceSession) => Promise<T>) =>
  work(database.as('postgres')).catch(refuse)

const shownQueue = ({ dead_letter_queue, max_reads, ...row }: queries.QueueRow): Queue => ({
  ...row,
  created_at: row.created_at.toISOString(),
  dead_letters:
    dead_letter_queue === null || max_reads === null ? null : { dead_letter_queue, max_reads },
})

/** The queues whose name contains the text, by name, with their metrics. */
export async function listQueues(project: Project, search = ''): Promise<Queue[]> {
  const rows = await asOwner(project, (owner) => queries.findQueues(owner, search))
  return rows.map(shownQueue)
}

/** One queue with its metrics; 404 `queue_not_found`. */
export async function getQueue(project: Project, name: string): Promise<Queue> {
  const row = await asOwner(project, (owner) => queries.findQueue(owner, name))
  if (!row) throw queueNotFound(name)
  return shownQueue(row)
}

/** Creates a queue under an unused name; 409 `queue_name_taken`. */
export const createQueue = (
  { project, member }: Author,
  { name, is_unlogged, dead_letters }: NewQueue,
) =>
  asOwner(project, (owner) =>
    owner.transaction(async (tx) => {
      if (await queries.isNameTaken(tx, name)) throw nameTaken(name)
      await recordChange(tx, member, {
        words: ['create', 'queue', name],
        async make(recorded) {
          await queries.addQueue(recorded, { name, isUnlogged: is_unlogged })
          if (dead_letters) await queries.writeDeadLetters(recorded, name, dead_letters)
        },
        undo: async (dropped) => void (await queries.removeQueue(dropped, name)),
        loss: 'The queue and its messages are deleted.',
      })
    }),
  )

/**
 * Sets or removes the dead-letter queue; 400 `queue_invalid`, 404 `queue_not_found`, 409
 * `definition_changed` unless it still has the values in `replaces`.
 */
export const setDeadLetters = (
  { project, member }: Author,
  name: string,
  { dead_letters: deadLetters, replaces }: DeadLettersChange,
) =>
  asOwner(project, (owner) =>
    owner.transaction(async (tx) => {
      const before = await queries.readDeadLetters(tx, name)
      if (replaces) requireUnchanged({ dead_letters: before }, replaces)
      await recordChange(tx, member, {
        words: ['set', 'dead', 'letters', 'of', name],
        make: async (recorded) =>
          void (await queries.writeDeadLetters(recorded, name, deadLetters)),
        undo: async (earlier) => void (await queries.writeDeadLetters(earlier, name, before)),
      })
    }),
  )

/** Drops a queue; 404 `queue_not_found`, 409 `queue_in_use`. */
export const dropQueue = ({ project, member }: Author, name: string) =>
  asOwner(project, (owner) =>
    owner.transaction((tx) =>
      recordChange(tx, member, {
        words: ['drop', 'queue', name],
        make: async (recorded) => void (await queries.removeQueue(recorded, name)),
        undo: 'The messages were deleted with the queue.',
      }),
    ),
  )

/** Deletes the messages that are not archived; resolves to their number. */
export const purgeQueue = (project: Project, name: string) =>
  asOwner(project, (owner) => queries.purge(owner, name))

/** One page of messages, newest first. */
export async function listMessages(
  project: Project,
  name: string,
  page: { readonly state: MessageState; readonly before?: string | undefined },
) {
  const rows = await asOwner(project, (owner) => queries.findMessages(owner, name, page))
  return {
    messages: rows.slice(0, MESSAGES_PER_PAGE).map((row) => ({
      ...row,
      enqueued_at: row.enqueued_at.toISOString(),
      visible_at: row.visible_at.toISOString(),
      archived_at: row.archived_at?.toISOString() ?? null,
    })),
    has_more: rows.length > MESSAGES_PER_PAGE,
  }
}

/** Sends a message; resolves to its id. */
export const sendMessage = (
  project: Project,
  name: string,
  { message, delay_seconds: delaySeconds }: NewMessage,
) => asOwner(project, (owner) => queries.addMessage(owner, name, { message, delaySeconds }))

/** Moves a message to the archive; 404 `queue_message_not_found`. */
export async function archiveMessage(project: Project, name: string, id: string): Promise<void> {
  const wasThere = await asOwner(project, (owner) => queries.moveToArchive(owner, name, id))
  if (!wasThere) throw messageNotFound()
}

/** Deletes a message; 404 `queue_message_not_found`. */
export async function deleteMessage(project: Project, name: string, id: string): Promise<void> {
  const wasThere = await asOwner(project, (owner) => queries.removeMessage(owner, name, id))
  if (!wasThere) throw messageNotFound()
}
