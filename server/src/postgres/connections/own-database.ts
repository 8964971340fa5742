import type { Client } from 'pg'
import { AppError } from '../../lib/errors.ts'
import { sqlstateOf } from '../failures.ts'

/**
 * The numbers that `initdb` gives the databases of every cluster, since Postgres 15. `create database`
 * refuses numbers below 16384, so no other database can have them, whatever its owner names it. A copy
 * of the data directory keeps them.
 */
const NUMBERS = { postgres: 5, template1: 1 } as const

/** A project's own database, and the one that only the superuser can change or rename. */
export type OwnDatabase = keyof typeof NUMBERS

/**
 * A simple query, so that a replication connection accepts it. Qualified, because a caller's
 * session starts with the search path that the owner chose. It reads nothing that the owner of a
 * database can change, because the whole cluster shares the table.
 */
const PROOF = `
  select oid from pg_catalog.pg_database
  where datname operator(pg_catalog.=) pg_catalog.current_database()`

/**
 * Rejects with 503 `database_replaced` if a session is not in the database that the cluster was
 * created with. The owner can rename that database and give its name to another one, in which
 * everything that the server would read or call is the owner's. Postgres never renames a database
 * with open sessions, so one check per session is enough.
 */
export async function proveOwnDatabase(client: Client, database: OwnDatabase): Promise<void> {
  const { rows } = await client.query<{ oid: number }>(PROOF)
  if (rows[0]?.oid !== NUMBERS[database]) throw databaseReplaced()
}

/**
 * Whether a connection was refused because the cluster's own database is missing under its name.
 */
export const isOwnDatabaseAbsent = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === REPLACED || error.code === MISSING)

/** The error for a connection that failed: 503 `database_missing` if there is no such database. */
export const explainMissing = (cause: unknown): unknown =>
  sqlstateOf(cause) === NO_SUCH_DATABASE ? databaseMissing(cause) : cause

const REPLACED = 'database_replaced'
const MISSING = 'database_missing'
const NO_SUCH_DATABASE = '3D000'
const HINT =
  'Connect with psql to another database of the project, such as template1, rename the original one back to postgres, then restart the project.'

const databaseReplaced = () =>
  new AppError(REPLACED, 'The database postgres was replaced by another one of the same name.', {
    status: 503,
    hint: HINT,
  })

const databaseMissing = (cause: unknown) =>
  new AppError(MISSING, 'The database postgres was renamed or dropped.', {
    status: 503,
    hint: HINT,
    cause,
  })
