import {
  MAX_LISTED_QUEUES,
  MAX_LISTED_MESSAGE,
  MESSAGES_PER_PAGE,
  Queue,
  QueueMessage,
  type MessageState,
} from '@stoa/contract/services/queues/queues'
import { z } from 'zod'
import { likePattern } from '../../lib/like-pattern.ts'
import type { Session } from '../../postgres/session.ts'
import { emptySql, ident, rawSql, sql, type Sql, literal } from '../../postgres/sql.ts'

export type DeadLetters = Queue['dead_letters']

const QueueRow = Queue.omit({ dead_letters: true }).extend({
  created_at: z.date(),
  length: z.coerce.number(),
  available: z.coerce.number(),
  total: z.coerce.number(),
  dead_letter_queue: z.string().nullable(),
  max_reads: z.number().nullable(),
})
export type QueueRow = z.infer<typeof QueueRow>

const MessageRow = QueueMessage.extend({
  enqueued_at: z.date(),
  visible_at: z.date(),
  archived_at: z.date().nullable(),
})

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

/** The queues whose name contains the text, by name. */
export const findQueues = (session: Session, search: string) =>
  session.many(queuesWhere(sql`q.queue_name ilike ${likePattern(search)}`), QueueRow)

export const findQueue = (session: Session, name: string) =>
  session.maybe(queuesWhere(sql`lower(q.queue_name) = lower(${name})`), QueueRow)

export const isNameTaken = async (session: Session, name: string): Promise<boolean> => {
  const { is_taken: isTaken } = await session.one(
    sql`select to_regclass(pgmq.stoa_name(${name}, 'q')) is not null as is_taken`,
    z.object({ is_taken: z.boolean() }),
  )
  return isTaken
}

export const addQueue = (
  session: Session,
  { name, isUnlogged }: { readonly name: string; readonly isUnlogged: boolean },
) =>
  session.run(
    isUnlogged
      ? sql`select pgmq.create_unlogged(${literal(name)})`
      : sql`select pgmq.create(${literal(name)})`,
  )

export const writeDeadLetters = (session: Session, name: string, deadLetters: DeadLetters) =>
  session.run(
    deadLetters === null
      ? sql`select pgmq.stoa_set_dead_letter_queue(${literal(name)}, null, null::integer)`
      : sql`select pgmq.stoa_set_dead_letter_queue(${literal(name)}, ${literal(
          deadLetters.dead_letter_queue,
        )}, ${rawSql(String(deadLetters.max_reads))}::integer)`,
  )

export const readDeadLetters = async (session: Session, name: string): Promise<DeadLetters> => {
  const row = await session.maybe(
    sql`select dead_letter_queue, max_reads from pgmq.stoa_dead_letters
      where lower(queue_name) = lower(${name})`,
    Queue.shape.dead_letters.unwrap(),
  )
  return row ?? null
}

export const removeQueue = (session: Session, name: string) =>
  session.run(
    sql`select pgmq.drop_queue(${literal(name)}) from pgmq.stoa_table(${literal(name)}, 'q')`,
  )

export const purge = (session: Session, name: string) =>
  session.one(
    sql`select pgmq.purge_queue(${name}) as purged`,
    z.object({ purged: z.coerce.number() }),
  )

/** The quoted name of a queue's table of messages, or of its archive. Only the database quotes names. */
export const tableOf = async (
  session: Session,
  name: string,
  kind: 'messages' | 'archive',
): Promise<Sql> => {
  const table = await session.one(
    sql`select pgmq.stoa_table(${name}, ${kind === 'messages' ? 'q' : 'a'}) as name`,
    z.object({ name: z.string() }),
  )
  return rawSql(table.name)
}

const STATES = {
  available: { table: 'messages', condition: sql`vt <= clock_timestamp()` },
  scheduled: { table: 'messages', condition: sql`vt > clock_timestamp()` },
  archived: { table: 'archive', condition: sql`true` },
} as const satisfies Record<MessageState, { table: 'messages' | 'archive'; condition: Sql }>

/** The messages before an id, newest first: one more than a page has, if there is another page. */
export const findMessages = async (
  session: Session,
  name: string,
  { state, before }: { readonly state: MessageState; readonly before?: string | undefined },
) => {
  const { table, condition } = STATES[state]
  const archivedAt = state === 'archived' ? sql`archived_at` : sql`null::timestamptz`
  return session.many(
    sql`select msg_id::text as id, read_ct as read_count, enqueued_at, vt as visible_at,
        ${archivedAt} as archived_at, left(message::text, ${MAX_LISTED_MESSAGE}) as message,
        left(headers::text, ${MAX_LISTED_MESSAGE}) as headers,
        coalesce(length(message::text) > ${MAX_LISTED_MESSAGE}, false) as is_cut
      from ${await tableOf(session, name, table)}
      where ${condition} ${before === undefined ? emptySql : sql`and msg_id < ${before}::bigint`}
      order by msg_id desc limit ${MESSAGES_PER_PAGE + 1}`,
    MessageRow,
  )
}

export const addMessage = (
  session: Session,
  name: string,
  { message, delaySeconds }: { readonly message: string; readonly delaySeconds: number },
) =>
  session.one(
    sql`select pgmq.send(${name}, ${message}::jsonb, ${delaySeconds}::integer)::text as id`,
    z.object({ id: z.string() }),
  )

const Outcome = z.object({ was_there: z.boolean() })

/** Moves a message to the archive; resolves to false if it is not in the queue. */
export const moveToArchive = async (session: Session, name: string, id: string) =>
  (await session.one(sql`select pgmq.archive(${name}, ${id}::bigint) as was_there`, Outcome))
    .was_there

/** Deletes a message; resolves to false if it is not in the queue. */
export const removeMessage = async (session: Session, name: string, id: string) =>
  (await session.one(sql`select pgmq.delete(${name}, ${id}::bigint) as was_there`, Outcome))
    .was_there

/** The privileges on the messages of a queue, by role. */
export const findGrants = (session: Pick<Session, 'many'>, name: string) =>
  session.many(
    sql`select acl.grantee::regrole::text as role, lower(acl.privilege_type) as privilege
        from pgmq.stoa_table(${name}, 'q') as named
        join pg_class as c on c.oid = to_regclass(named)
        left join lateral aclexplode(c.relacl) as acl on true`,
    z.object({ role: z.string().nullable(), privilege: z.string().nullable() }),
  )

/** Replaces the privileges of a role on tables. */
export const replaceGrants = async (
  session: Session,
  tables: Sql,
  {
    role,
    privileges,
    all,
  }: {
    readonly role: string
    readonly privileges: readonly string[]
    /** Those that are revoked before. */
    readonly all: readonly string[]
  },
) => {
  await session.run(sql`revoke ${rawSql(all.join(', '))} on table ${tables} from ${ident(role)}`)
  if (privileges.length > 0)
    await session.run(
      sql`grant ${rawSql(privileges.join(', '))} on table ${tables} to ${ident(role)}`,
    )
}
