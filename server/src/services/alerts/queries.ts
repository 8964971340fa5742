import { rawSql, sql, type Sql } from '../../postgres/sql.ts'

/** A transaction that cannot write, even through the functions that a query calls. */
export const beginRead = sql`begin transaction read only`

/** The settings of a scheduled query's transaction. The cells look the same everywhere. */
export const prepareRead = (timeoutMs: number): Sql => sql`
  select pg_catalog.set_config('statement_timeout', ${String(timeoutMs)}, true),
    pg_catalog.set_config('lock_timeout', '5000', true),
    pg_catalog.set_config('datestyle', 'ISO, MDY', true),
    pg_catalog.set_config('intervalstyle', 'postgres', true),
    pg_catalog.set_config('bytea_output', 'hex', true)`

/**
 * A cursor accepts only one statement that returns rows, so a person's text cannot end the
 * transaction. It is sent by the protocol that refuses a second statement.
 */
export const openCursor = (text: string): Sql =>
  sql`declare stoa_scheduled_query no scroll cursor for ${rawSql(text)}`

export const fetchRow = sql`fetch forward 1 from stoa_scheduled_query`
