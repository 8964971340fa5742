import type { Database } from '../database.ts'
import { CATALOG_PATH } from '../search-path.ts'
import { sql, type Sql } from '../sql.ts'
import { TRIAL_DEADLINE_MS, TRIAL_LOCK_TIMEOUT_MS, TRIAL_STATEMENT_TIMEOUT_MS } from './limits.ts'
import { sourceOf, type SchemaSource } from './source.ts'

type Timeouts = { readonly lockMs: number; readonly statementMs: number }

/**
 * The settings of a transaction that changes a schema. Functions are created without a check of their
 * bodies, because those can call functions that are created later.
 */
export const changeSettings = ({ lockMs, statementMs }: Timeouts): Sql => sql`
  select pg_catalog.set_config('search_path', ${CATALOG_PATH}, true),
    pg_catalog.set_config('check_function_bodies', 'off', true),
    pg_catalog.set_config('lock_timeout', ${String(lockMs)}, true),
    pg_catalog.set_config('statement_timeout', ${String(statementMs)}, true)`

/**
 * Runs work in a transaction of the database's owner that is always rolled back: with the real rows,
 * and without a copy. Its locks last until its end, which is why all times are short.
 */
export async function inTrial<T>(
  database: Database,
  work: (source: SchemaSource, isOver: () => boolean) => Promise<T>,
): Promise<T> {
  // The owner's access, which the merge has as well.
  const client = await database.connect('postgres', 'stoa schema trial')
  let isOver = false
  const deadline = setTimeout(() => (isOver = true), TRIAL_DEADLINE_MS)
  try {
    const source = sourceOf(client)
    await source(sql`begin isolation level repeatable read`)
    await source(
      changeSettings({ lockMs: TRIAL_LOCK_TIMEOUT_MS, statementMs: TRIAL_STATEMENT_TIMEOUT_MS }),
    )
    return await work(source, () => isOver)
  } finally {
    clearTimeout(deadline)
    // Also when the connection is broken: Postgres rolls back what was not committed.
    await client.query('rollback').catch(() => {})
    await client.end().catch(() => {})
  }
}
