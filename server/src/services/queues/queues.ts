import {
  MAX_LISTED_QUEUES,
  MAX_LISTED_MESSAGE,
  MESSAGES_PER_PAGE,
  Queue,
  QueueMessage,
  type MessageState,
  type createQueue as createEndpoint,
  type sendQueueMessage,
  type setDeadLetters as deadLettersEndpoint,
} from '@stoa/contract/services/queues/queues'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { ServiceSession, Session } from '../../postgres/session.ts'
import { emptySql, rawSql, sql, type Sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import { requireUnchanged } from '../../project/unchanged.ts'
import { refuse } from './errors.ts'

type NewQueue = z.infer<NonNullable<typeof createEndpoint.body>>
type NewMessage = z.infer<NonNullable<typeof sendQueueMessage.body>>
type DeadLetters = NewQueue['dead_letters']
type DeadLettersChange = z.infer<NonNullable<typeof deadLettersEndpoint.body>>

const QueueRow = Queue.omit({ dead_letters: true }).extend({
  created_at: z.date(),
  length: z.coerce.number(),
  available: z.coerce.number(),
  total: z.coerce.number(),
  dead_letter_queue: z.string().nullable(),
  max_reads: z.number().nullable(),
})

const MessageRow = QueueMessage.extend({
  enqueued_at: z.date(),
  visible_at: z.date(),
  archived_at: z.date().nullable(),
})

/**
 * Runs on the database as its owner, like everything that members do there. Postgres's refusals
 * become errors for the member.
 */
const asOwner = <T>({ database }: Project, work: (owner: ServiceSession) => Promise<T>) =>
  work(database.as('postgres')).catch(refuse)

const queuesWhere = (condition: Sql) => sql`
  select q.queue_name as name, q.is_unlogged, q.created_at, m.queue_length as length,
    m.queue_visible_length as available, m.oldest_msg_age_sec as oldest_age_seconds,
    m.newest_msg_age_sec as newest_age_seconds, m.total_messages as total,
    d.dead_letter_queue, d.max_reads
  from pgmq.meta as q
  left join pgmq.stoa_dead_letters as d on d.queue_name = q.queue_name
  cross join lateral pgmq.metrics(q.queue_name) as m
  where to_regclass(pgmq.stoa_name(q.queue_name, 'q')) is not null and ${condition}
  order by q.queue_name limit ${MAX_LISTED_QUEUES}`

const shownQueue = ({ dead_letter_queue, max_reads, ...row }: z.infer<typeof QueueRow>): Queue => ({
  ...row,
  created_at: row.created_at.toISOString(),
  dead_letters:
    dead_letter_queue === null || max_reads === null ? null : { dead_letter_queue, max_reads },
})

/** The queues whose name contains the text, by name, with their metrics. */
export async function listQueues(project: Project, search = ''): Promise<Queue[]> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const found = queuesWhere(sql`q.queue_name ilike ${pattern}`)
  const rows = await asOwner(project, (owner) => owner.many(found, QueueRow))
  return rows.map(shownQueue)
}

/** One queue with its metrics; 404 `queue_not_found`. */
export async function getQueue(project: Project, name: string): Promise<Queue> {
  const found = queuesWhere(sql`lower(q.queue_name) = lower(${name})`)
  const row = await asOwner(project, (owner) => owner.maybe(found, QueueRow))
  if (!row)
    throw new AppError('queue_not_found', `The queue ${name} does not exist.`, {
      status: 404,
      hint: 'It may have been dropped. Reload the list of queues.',
    })
  return shownQueue(row)
}

/** Creates a queue under an unused name; 409 `queue_name_taken`. */
export const createQueue = (project: Project, { name, is_unlogged, dead_letters }: NewQueue) =>
  asOwner(project, (owner) =>
    owner.transaction(async (tx) => {
      const Found = z.object({ is_taken: z.boolean() })
      const { is_taken: isTaken } = await tx.one(
        sql`select to_regclass(pgmq.stoa_name(${name}, 'q')) is not null as is_taken`,
        Found,
      )
      if (isTaken)
        throw new AppError('queue_name_taken', `A queue named ${name} already exists.`, {
          status: 409,
          hint: 'Choose another name. Names are not case-sensitive.',
        })
      await tx.run(
        is_unlogged ? sql`select pgmq.create_unlogged(${name})` : sql`select pgmq.create(${name})`,
      )
      if (dead_letters) await tx.run(deadLettersOf(name, dead_letters))
    }),
  )

const deadLettersOf = (name: string, given: DeadLetters) =>
  sql`select pgmq.stoa_set_dead_letter_queue(
    ${name}, ${given?.dead_letter_queue ?? null}, ${given?.max_reads ?? null}::integer)`

/**
 * Sets or removes the dead-letter queue; 400 `queue_invalid`, 404 `queue_not_found`, 409
 * `definition_changed` unless it still has the values in `replaces`.
 */
export const setDeadLetters = (
  project: Project,
  name: string,
  { dead_letters: given, replaces }: DeadLettersChange,
) =>
  asOwner(project, (owner) =>
    owner.transaction(async (tx) => {
      if (replaces) requireUnchanged({ dead_letters: await readDeadLetters(tx, name) }, replaces)
      await tx.run(deadLettersOf(name, given))
    }),
  )

async function readDeadLetters(tx: Session, name: string): Promise<DeadLetters> {
  const found = await tx.maybe(
    sql`select dead_letter_queue, max_reads from pgmq.stoa_dead_letters
      where lower(queue_name) = lower(${name})`,
    Queue.shape.dead_letters.unwrap(),
  )
  return found ?? null
}

/** Drops a queue; 404 `queue_not_found`, 409 `queue_in_use`. */
export const dropQueue = (project: Project, name: string) =>
  asOwner(project, (owner) =>
    owner.run(sql`select pgmq.drop_queue(${name}) from pgmq.stoa_table(${name}, 'q')`),
  )

/** Deletes the messages that are not archived; resolves to their number. */
export const purgeQueue = (project: Project, name: string) =>
  asOwner(project, (owner) =>
    owner.one(
      sql`select pgmq.purge_queue(${name}) as purged`,
      z.object({ purged: z.coerce.number() }),
    ),
  )

const TABLES = {
  available: { prefix: 'q', condition: sql`vt <= clock_timestamp()` },
  scheduled: { prefix: 'q', condition: sql`vt > clock_timestamp()` },
  archived: { prefix: 'a', condition: sql`true` },
} as const satisfies Record<MessageState, { prefix: string; condition: Sql }>

/** One page of messages, newest first. */
export async function listMessages(
  project: Project,
  name: string,
  { state, before }: { readonly state: MessageState; readonly before?: string | undefined },
) {
  const { prefix, condition } = TABLES[state]
  const rows = await asOwner(project, async (owner) => {
    // The database quotes the name, as for every other use of a queue.
    const Table = z.object({ name: z.string() })
    const table = await owner.one(sql`select pgmq.stoa_table(${name}, ${prefix}) as name`, Table)
    const archivedAt = state === 'archived' ? sql`archived_at` : sql`null::timestamptz`
    return owner.many(
      sql`select msg_id::text as id, read_ct as read_count, enqueued_at, vt as visible_at,
          ${archivedAt} as archived_at, left(message::text, ${MAX_LISTED_MESSAGE}) as message,
          left(headers::text, ${MAX_LISTED_MESSAGE}) as headers,
          coalesce(length(message::text) > ${MAX_LISTED_MESSAGE}, false) as is_cut
        from ${rawSql(table.name)}
        where ${condition} ${before === undefined ? emptySql : sql`and msg_id < ${before}::bigint`}
        order by msg_id desc limit ${MESSAGES_PER_PAGE + 1}`,
      MessageRow,
    )
  })
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

/** Sends a message; 400 `queue_message_invalid` if it is not JSON. Resolves to its id. */
export const sendMessage = (
  project: Project,
  name: string,
  { message, delay_seconds }: NewMessage,
) =>
  asOwner(project, (owner) =>
    owner.one(
      sql`select pgmq.send(${name}, ${message}::jsonb, ${delay_seconds}::integer)::text as id`,
      z.object({ id: z.string() }),
    ),
  )

/** Moves a message to the archive; 404 `queue_message_not_found`. */
export const archiveMessage = (project: Project, name: string, id: string) =>
  requireMessage(project, sql`select pgmq.archive(${name}, ${id}::bigint) as was_there`)

/** Deletes a message; 404 `queue_message_not_found`. */
export const deleteMessage = (project: Project, name: string, id: string) =>
  requireMessage(project, sql`select pgmq.delete(${name}, ${id}::bigint) as was_there`)

async function requireMessage(project: Project, statement: Sql): Promise<void> {
  const Found = z.object({ was_there: z.boolean() })
  const { was_there: wasThere } = await asOwner(project, (owner) => owner.one(statement, Found))
  if (!wasThere)
    throw new AppError('queue_message_not_found', 'This message is not in the queue.', {
      status: 404,
      hint: 'It may have been processed or archived. Reload the list of messages.',
    })
}
