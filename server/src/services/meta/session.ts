import type { Caller } from '../../project/caller.ts'
import type { QueriedProject } from '../../project/project.ts'
import type { Session } from '../../postgres/database.ts'
import { CATALOG_PATH } from '../../postgres/search-path.ts'
import { emptySql, sql, type Sql } from '../../postgres/sql.ts'
import { isConstraintViolation, readViolation, type WrittenValues } from './constraint-violation.ts'
import { changesAlreadySaved, toAppError } from './errors.ts'
import { recordToken } from './rows/saved-changes-sql.ts'

type ReadOnly = 'on' | 'off' | 'unchanged'

const READ_TIMEOUT_MS = 30_000
const CHANGE_TIMEOUT_MS = 120_000
const LOCK_TIMEOUT_MS = 5000

/**
 * A read-only transaction of the project's owner, for members who can only read: not even a view's
 * functions can write. With a caller, it runs as the caller's role with their claims. Postgres's
 * errors are converted to `AppError`.
 */
export const readDatabase = <T>(
  project: QueriedProject,
  work: (tx: Session) => Promise<T>,
  caller?: Caller,
): Promise<T> => transact(project, { prepare: settings(READ_TIMEOUT_MS, 'on'), caller }, work)

/** The caller of a change, and the values that it writes. */
type ChangeOptions = {
  readonly caller?: Caller | undefined
  readonly values?: WrittenValues
  /** Saves the change once: 409 `changes_already_saved` if a change with this token was saved. */
  readonly token?: string | undefined
}

/**
 * A transaction of the project's owner, or of a caller: all of `work` is committed, or nothing. It is
 * refused while the database is read-only for lack of disk space. An error about a constraint names
 * the constraint's columns, and their values as far as `values` has them.
 */
export const changeDatabase = <T>(
  project: QueriedProject,
  work: (tx: Session) => Promise<T>,
  options: ChangeOptions = {},
): Promise<T> => change(project, { readOnly: 'unchanged', ...options }, work)

/** Same as above for work that only deletes, which is how a database gets disk space again. */
export const deleteFromDatabase = <T>(
  project: QueriedProject,
  work: (tx: Session) => Promise<T>,
  options: Pick<ChangeOptions, 'caller' | 'token'> = {},
): Promise<T> => change(project, { readOnly: 'off', ...options }, work)

async function change<T>(
  project: QueriedProject,
  { readOnly, caller, token, values = {} }: ChangeOptions & { readonly readOnly: ReadOnly },
  work: (tx: Session) => Promise<T>,
): Promise<T> {
  try {
    const prepare = settings(CHANGE_TIMEOUT_MS, readOnly)
    return await transact(project, { prepare, caller, token }, work)
  } catch (error) {
    throw await explained(project, error, values)
  }
}

/** The constraint is read in a transaction of its own, because the failed one can no longer read. */
async function explained(project: QueriedProject, error: unknown, values: WrittenValues) {
  if (!isConstraintViolation(error)) return error
  try {
    return await readDatabase(project, (tx) =>
      withQualifiedNames(tx, () => readViolation(tx, error, values)),
    )
  } catch {
    return error
  }
}

type Transaction = {
  readonly prepare: Sql
  readonly caller: Caller | undefined
  readonly token?: string | undefined
}

async function transact<T>(
  project: QueriedProject,
  { prepare, caller, token }: Transaction,
  work: (tx: Session) => Promise<T>,
): Promise<T> {
  try {
    // Runs as the project's owner, so that the dashboard has no more rights than psql.
    return await project.database.as('postgres').transaction(async (tx) => {
      await tx.run(prepare)
      if (token !== undefined && !(await recordToken(tx, token))) throw changesAlreadySaved()
      if (caller) await tx.run(becoming(caller, 'transaction'))
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

/** The settings of a transaction that reads for a longer time. */
export const readingSettings = (timeoutMs: number): Sql => settings(timeoutMs, 'on')

/** Gives a transaction, or a session until its end, the role and claims of a caller. */
export const becoming = (
  { role, claimsJson }: Caller,
  duration: 'transaction' | 'session',
): Sql => sql`
  select
    pg_catalog.set_config('request.jwt.claims', ${claimsJson}, ${duration === 'transaction'}),
    pg_catalog.set_config('role', ${role}, ${duration === 'transaction'})`

/**
 * Runs catalogue queries with the path of the catalog, so that Postgres prints every name outside
 * `pg_catalog` with its schema, and then restores the role's search path.
 */
export async function withQualifiedNames<T>(tx: Session, work: () => Promise<T>): Promise<T> {
  await tx.run(sql`select pg_catalog.set_config('search_path', ${CATALOG_PATH}, true)`)
  const result = await work()
  await tx.run(sql`set local search_path to default`)
  return result
}
