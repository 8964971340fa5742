import { QUEUES_API_SCHEMA } from '@stoa/contract/services/queues/api-schema'
import { z } from 'zod'
import { ident, rawSql, sql } from '../../postgres/sql.ts'
import type { Session } from '../../postgres/session.ts'
import type { Project } from '../../project/project.ts'
import { refuse } from './errors.ts'
import { recordChange, type Author } from './record-change.ts'

const SCHEMA = ident(QUEUES_API_SCHEMA)

/** The functions that Supabase documents for clients, by their arguments. */
const FUNCTIONS = [
  {
    name: 'send',
    takes: 'queue_name text, message jsonb, sleep_seconds integer',
    defaults: ' default 0',
    returns: 'setof bigint',
    does: 'pgmq.send(queue_name, message, sleep_seconds)',
  },
  {
    name: 'send_batch',
    takes: 'queue_name text, messages jsonb[], sleep_seconds integer',
    defaults: ' default 0',
    returns: 'setof bigint',
    does: 'pgmq.send_batch(queue_name, messages, sleep_seconds)',
  },
  {
    name: 'read',
    takes: 'queue_name text, sleep_seconds integer, n integer',
    returns: 'setof pgmq.message_record',
    does: 'pgmq.read(queue_name, sleep_seconds, n)',
  },
  {
    name: 'pop',
    takes: 'queue_name text',
    returns: 'setof pgmq.message_record',
    does: 'pgmq.pop(queue_name)',
  },
  {
    name: 'archive',
    takes: 'queue_name text, message_id bigint',
    returns: 'boolean',
    does: 'pgmq.archive(queue_name, message_id)',
  },
  {
    name: 'delete',
    takes: 'queue_name text, message_id bigint',
    returns: 'boolean',
    does: 'pgmq.delete(queue_name, message_id)',
  },
]

/** Whether the schema for clients exists. */
export const hasApiSchema = ({ database }: Project) =>
  database
    .as('postgres')
    .one(
      sql`select to_regnamespace(${QUEUES_API_SCHEMA}) is not null as exists`,
      z.object({ exists: z.boolean() }),
    )

/**
 * Creates the schema whose functions clients call. They run as the caller: what a client can do
 * with a queue follows from the grants and policies of the queue's table.
 */
export const createApiSchema = (author: Author): Promise<void> =>
  changeSchema(author, { words: ['create', SCHEMA_WORDS], make: create, undo: drop })

/** Drops the schema; 409 `queue_in_use` if it contains something that the owner added. */
export const dropApiSchema = (author: Author): Promise<void> =>
  changeSchema(author, { words: ['drop', SCHEMA_WORDS], make: drop, undo: create })

const SCHEMA_WORDS = `schema_${QUEUES_API_SCHEMA}`

const changeSchema = (
  { project, member }: Author,
  change: Parameters<typeof recordChange>[2],
): Promise<void> =>
  project.database
    .as('postgres')
    .transaction((tx) => recordChange(tx, member, change))
    .catch(refuse)

async function create(tx: Session): Promise<void> {
  await tx.run(sql`create schema if not exists ${SCHEMA}`)
  await tx.run(sql`grant usage on schema ${SCHEMA} to anon, authenticated, service_role`)
  for (const { name, takes, defaults = '', returns, does } of FUNCTIONS) {
    await tx.run(sql`create or replace function ${SCHEMA}.${ident(name)}(
        ${rawSql(takes + defaults)}) returns ${rawSql(returns)}
      language sql set search_path = pg_catalog, pg_temp as ${rawSql(`$$ select * from ${does} $$`)}`)
    const signature = sql`${SCHEMA}.${ident(name)}(${rawSql(takes)})`
    await tx.run(sql`revoke execute on function ${signature} from public`)
    await tx.run(sql`grant execute on function ${signature} to anon, authenticated, service_role`)
  }
}

async function drop(tx: Session): Promise<void> {
  for (const { name, takes } of FUNCTIONS)
    await tx.run(sql`drop function if exists ${SCHEMA}.${ident(name)}(${rawSql(takes)})`)
  await tx.run(sql`drop schema if exists ${SCHEMA}`)
}
