import { z } from 'zod'
import type { Session } from '../../postgres/session.ts'
import { sql } from '../../postgres/sql.ts'

export type ExistingTable = z.infer<typeof ExistingTable>
const ExistingTable = z.object({
  schema: z.string(),
  name: z.string(),
  kind: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      /** The category of the type: S for texts, A for arrays. */
      category: z.string(),
      is_generated: z.boolean(),
    }),
  ),
  /** The columns of each unique key without expressions and conditions. */
  keys: z.array(z.array(z.string())),
})

/** A table with its columns and unique keys. */
export const findTable = (session: Session, id: number): Promise<ExistingTable | undefined> =>
  session.maybe(
    sql`
      select n.nspname::text as schema, c.relname::text as name, c.relkind::text as kind,
        coalesce((
          select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'name', a.attname, 'category', t.typcategory, 'is_generated', a.attgenerated <> '')
            order by a.attnum)
          from pg_catalog.pg_attribute as a
          join pg_catalog.pg_type as t on t.oid = a.atttypid
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        ), '[]') as columns,
        coalesce((
          select pg_catalog.jsonb_agg((
            select pg_catalog.jsonb_agg(a.attname order by k.position)
            from pg_catalog.unnest(i.indkey::int2[]) with ordinality as k (number, position)
            join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum = k.number
            where k.position <= i.indnkeyatts))
          from pg_catalog.pg_index as i
          where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indimmediate
            and i.indpred is null and i.indexprs is null
        ), '[]') as keys
      from pg_catalog.pg_class as c
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      where c.oid = ${String(id)}::oid`,
    ExistingTable,
  )

/** Whether the schema exists, and already has something with the name. */
export const readPlace = (session: Session, schema: string, name: string) =>
  session.one(
    sql`
      select
        exists (select from pg_catalog.pg_namespace where nspname = ${schema}) as has_schema,
        exists (
          select from pg_catalog.pg_class as c
          join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
          where n.nspname = ${schema} and c.relname = ${name}) as is_taken`,
    z.object({ has_schema: z.boolean(), is_taken: z.boolean() }),
  )

/** The names of the list that something in the schema `public` already has. */
export const readTaken = async (session: Session, names: readonly string[]) =>
  (
    await session.many(
      sql`
        select c.relname::text as name from pg_catalog.pg_class as c
        join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relname = any (${[...names]}::name[])
        order by 1`,
      z.object({ name: z.string() }),
    )
  ).map(({ name }) => name)

/** The state of a transaction; null if Postgres no longer has it. */
export const readTransaction = async (session: Session, id: string): Promise<string | null> =>
  (
    await session.one(
      sql`select pg_catalog.pg_xact_status(${id}::xid8) as status`,
      z.object({ status: z.string().nullable() }),
    )
  ).status

/** Settings of the transaction that imports. Dates of the file are read in the given order. */
export const settings = (dateStyle: string, timeoutMs: number) => sql`
  select
    pg_catalog.set_config('statement_timeout', ${String(timeoutMs)}, true),
    pg_catalog.set_config('idle_in_transaction_session_timeout', '0', true),
    pg_catalog.set_config('lock_timeout', '5s', true),
    pg_catalog.set_config('datestyle', ${dateStyle}, true),
    pg_catalog.set_config('client_min_messages', 'warning', true)`

export const TRANSACTION_ID = sql`select pg_catalog.pg_current_xact_id()::text as id`

export const BACKEND_ID = sql`select pg_catalog.pg_backend_pid()::text as id`

/** Ends the session of an import, and rolls its transaction back. */
export const endBackend = (session: Session, id: string): Promise<unknown> =>
  session.run(sql`select pg_catalog.pg_terminate_backend(${id}::int)`)

export const tableId = (schema: string, name: string) => sql`
  select c.oid::int8::text as id from pg_catalog.pg_class as c
  join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
  where n.nspname = ${schema} and c.relname = ${name}`

export const BEGIN = sql`begin`
export const COMMIT = sql`commit`
export const SAVEPOINT = sql`savepoint import_rows`
export const RELEASE = sql`release savepoint import_rows`
export const ROLLBACK_ROWS = sql`rollback to savepoint import_rows`
/** Foreign keys that are checked at the end fail here, where their error can be explained. */
export const CHECK_CONSTRAINTS = sql`set constraints all immediate`
