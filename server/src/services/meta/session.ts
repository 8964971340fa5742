import type { Project } from '../../project/project.ts'
import type { Session } from '../../postgres/database.ts'
import { sql, type Sql } from '../../postgres/sql.ts'
import { toAppError } from './errors.ts'

const READ_TIMEOUT_MS = 30_000
const CHANGE_TIMEOUT_MS = 120_000
const LOCK_TIMEOUT_MS = 5000

/**
 * A transaction of the project's owner that cannot write, whatever a view's functions try: members
 * who may only read come through here. Postgres's refusals come out as `AppError`.
 */
export const readDatabase = <T>(project: Project, work: (tx: Session) => Promise<T>): Promise<T> =>
  transact(project, settings(READ_TIMEOUT_MS, 'on'), work)

/** A transaction of the project's owner: all of `work` is committed or nothing. */
export const changeDatabase = <T>(
  project: Project,
  work: (tx: Session) => Promise<T>,
): Promise<T> => transact(project, settings(CHANGE_TIMEOUT_MS, 'off'), work)

async function transact<T>(
  project: Project,
  prepare: Sql,
  work: (tx: Session) => Promise<T>,
): Promise<T> {
  try {
    // As the project's owner: what psql may not do, the dashboard may not either.
    return await project.database.as('postgres').transaction(async (tx) => {
      await tx.run(prepare)
      return work(tx)
    })
  } catch (error) {
    throw toAppError(error)
  }
}

// A person may have set other formats for the role; cells are to read the same everywhere.
const settings = (timeoutMs: number, isReadOnly: 'on' | 'off') => sql`
  select
    set_config('transaction_read_only', ${isReadOnly}, true),
    set_config('statement_timeout', ${String(timeoutMs)}, true),
    set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true),
    set_config('datestyle', 'ISO, MDY', true),
    set_config('intervalstyle', 'postgres', true),
    set_config('bytea_output', 'hex', true),
    set_config('extra_float_digits', '1', true)`

/**
 * Runs catalogue queries with an empty search path, so that every name outside `pg_catalog` is
 * printed with its schema, and puts the person's own path back.
 */
export async function withQualifiedNames<T>(tx: Session, work: () => Promise<T>): Promise<T> {
  await tx.run(sql`set local search_path = ''`)
  const result = await work()
  await tx.run(sql`set local search_path to default`)
  return result
}
