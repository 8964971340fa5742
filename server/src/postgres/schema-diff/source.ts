import type { Client } from 'pg'
import type { Database } from '../database.ts'
import { sqlstateOf } from '../failures.ts'
import { CATALOG_PATH } from '../search-path.ts'
import { compile, sql, type Sql } from '../sql.ts'
import { toUnavailable } from '../unavailable.ts'
import { comparisonTimedOut } from './errors.ts'
import { READ_TIMEOUT_MS } from './limits.ts'

const CANCELED = '57014'

/**
 * One side of a comparison: runs a statement on a connection of the database's owner and returns its
 * rows. A transaction that is tried out is a source as well.
 */
export type SchemaSource = (statement: Sql) => Promise<readonly unknown[]>

export const sourceOf =
  (client: Client): SchemaSource =>
  async (statement) => {
    const { text, values } = compile(statement)
    try {
      // Without parameters, a text can have several statements; then the rows are of no interest.
      const result: unknown =
        values.length === 0 ? await client.query(text) : await client.query(text, [...values])
      return rowsOf(result)
    } catch (error) {
      throw toUnavailable(error) ?? error
    }
  }

const rowsOf = (result: unknown): readonly unknown[] =>
  typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)
    ? result.rows
    : []

/**
 * Reads the schema of a database as its owner, in one snapshot that writes nothing. Names are printed
 * with their schemas.
 */
export async function readSchema<T>(
  database: Database,
  work: (source: SchemaSource) => Promise<T>,
): Promise<T> {
  // The owner's access, so that nothing is read that psql would not show to the owner.
  const client = await database.connect('postgres', 'stoa schema comparison')
  try {
    const source = sourceOf(client)
    await source(sql`begin isolation level repeatable read read only`)
    await source(sql`
      select pg_catalog.set_config('search_path', ${CATALOG_PATH}, true),
        pg_catalog.set_config('statement_timeout', ${String(READ_TIMEOUT_MS)}, true)`)
    return await work(source)
  } catch (error) {
    throw sqlstateOf(error) === CANCELED ? comparisonTimedOut() : error
  } finally {
    await client.end().catch(() => {})
  }
}
