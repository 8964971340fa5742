import type { Project } from '../../project/project.ts'
import type { Session } from '../../postgres/database.ts'
import { emptySql, sql, type Sql } from '../../postgres/sql.ts'
import { isConstraintViolation, readViolation, type WrittenValues } from './constraint-violation.ts'
import { toAppError } from './errors.ts'

type ReadOnly = 'on' | 'off' | 'unchanged'

const READ_TIMEOUT_MS = 30_000
const CHANGE_TIMEOUT_MS = 120_000
const LOCK_TIMEOUT_MS = 5000

/**
 * A read-only transaction of the project's owner, for members who may only read: not even a view's
 * functions can write. Postgres's errors are converted to `AppError`.
 */
export const readDatabase = <T>(project: Project, work: (tx: Session) => Promise<T>): Promise<T> =>
  transact(project, settings(READ_TIMEOUT_MS, 'on'), work)

/**
 * A transaction of the project's owner: all of `work` is committed, or nothing. It is refused while
 * the database is read-only for lack of disk space. An error about a constraint names the
 * constraint's columns, and their values as far as `values` has them.
 */
export const changeDatabase = <T>(
  project: Project,
  work: (tx: Session) => Promise<T>,
  values: WrittenValues = {},
): Promise<T> => change(project, { readOnly: 'unchanged', values }, work)

/** The same for work that only deletes, which is how a database gets disk space again. */
export const deleteFromDatabase = <T>(
  project: Project,
  work: (tx: Session) => Promise<T>,
): Promise<T> => change(project, { readOnly: 'off', values: {} }, work)

async function change<T>(
  project: Project,
  { readOnly, values }: { readonly readOnly: ReadOnly; readonly values: WrittenValues },
  work: (tx: Session) => Promise<T>,
): Promise<T> {
  try {
    return await transact(project, settings(CHANGE_TIMEOUT_MS, readOnly), work)
  } catch (error) {
    throw await explained(project, error, values)
  }
}

/** The constraint is read in a transaction of its own, because the failed one can no longer read. */
async function explained(project: Project, error: unknown, values: WrittenValues) {
  if (!isConstraintViolation(error)) return error
  try {
    return await readDatabase(project, (tx) =>
      withQualifiedNames(tx, () => readViolation(tx, error, values)),
    )
  } catch {
    return error
  }
}

async function transact<T>(
  project: Project,
  prepare: Sql,
  work: (tx: Session) => Promise<T>,
): Promise<T> {
  try {
    // As the project's owner, so that the dashboard may do no more than psql.
    return await project.database.as('postgres').transaction(async (tx) => {
      await tx.run(prepare)
      return work(tx)
    })
  } catch (error) {
    throw toAppError(error)
  }
}

// The role may have other output formats, but cells must look the same everywhere.
const settings = (timeoutMs: number, readOnly: ReadOnly) => sql`
  select
    ${readOnly === 'unchanged' ? emptySql : sql`pg_catalog.set_config('transaction_read_only', ${readOnly}, true),`}
    pg_catalog.set_config('statement_timeout', ${String(timeoutMs)}, true),
    pg_catalog.set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true),
    pg_catalog.set_config('datestyle', 'ISO, MDY', true),
    pg_catalog.set_config('intervalstyle', 'postgres', true),
    pg_catalog.set_config('bytea_output', 'hex', true),
    pg_catalog.set_config('extra_float_digits', '1', true)`

/**
 * Runs catalogue queries with an empty search path, so that Postgres prints every name outside
 * `pg_catalog` with its schema, and then restores the role's search path.
 */
export async function withQualifiedNames<T>(tx: Session, work: () => Promise<T>): Promise<T> {
  await tx.run(sql`set local search_path = ''`)
  const result = await work()
  await tx.run(sql`set local search_path to default`)
  return result
}
