import type { Session } from '../../postgres/database.ts'
import { CATALOG_PATH } from '../../postgres/search-path.ts'
import { sql, type Sql } from '../../postgres/sql.ts'
import { MAX_FINDINGS_PER_RULE, MAX_FIX_MS, MAX_LINT_MS, MAX_LOCK_WAIT_MS } from './limits.ts'
import { LintRow } from './lint.ts'

/** Sorts the rows of a lint, and reads one more than is listed. */
export const readLintRows = (tx: Session, find: Sql): Promise<LintRow[]> =>
  tx.many(
    sql`
      select found.* from (${find}) as found
      order by found.schema, found."table", found.name, found.subject
      limit ${MAX_FINDINGS_PER_RULE + 1}::integer`,
    LintRow,
  )

/** A correction looks for its row among all of them. */
export const readAllLintRows = (tx: Session, find: Sql): Promise<LintRow[]> =>
  tx.many(sql`select found.* from (${find}) as found limit 100000`, LintRow)

/**
 * The catalog's search path, so that Postgres resolves no name in a schema of the owner and prints
 * every name with its schema.
 */
export const PREPARE_READING = sql`
  select pg_catalog.set_config('search_path', ${CATALOG_PATH}, true),
    pg_catalog.set_config('transaction_read_only', 'on', true),
    pg_catalog.set_config('statement_timeout', ${String(MAX_LINT_MS)}, true),
    pg_catalog.set_config('lock_timeout', ${String(MAX_LOCK_WAIT_MS)}, true)`

const SETTINGS = {
  // Expressions of policies and indexes were printed with the names qualified.
  search_path: CATALOG_PATH,
  statement_timeout: String(MAX_FIX_MS),
  lock_timeout: String(MAX_LOCK_WAIT_MS),
} as const

/** `isLocal`: until the end of the transaction, otherwise of the session. */
export const prepareFix = (isLocal: boolean): Sql => sql`
  select pg_catalog.set_config('search_path', ${SETTINGS.search_path}, ${isLocal}::boolean),
    pg_catalog.set_config('statement_timeout', ${SETTINGS.statement_timeout}, ${isLocal}::boolean),
    pg_catalog.set_config('lock_timeout', ${SETTINGS.lock_timeout}, ${isLocal}::boolean)`

export const BEGIN = sql`begin`
export const COMMIT = sql`commit`
