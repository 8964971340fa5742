import { toDiskFull } from '../lib/disk-full.ts'
import { AppError } from '../lib/errors.ts'
import { databaseBusy } from './connections/database-busy.ts'
import { isAway, isTooManySessions } from './failures.ts'

/**
 * 507 `disk_full`, or 503 with the time of a retry, for an error that says nothing about the
 * statement: the disk is full, Postgres restarts or recovers, or it accepts no more sessions. The
 * sessions of a `Database` reject with these, so that every service responds with them.
 */
export function toUnavailable(error: unknown): AppError | undefined {
  const full = toDiskFull(error)
  if (full) return full
  if (isTooManySessions(error)) return databaseBusy()
  if (!isAway(error)) return undefined
  return databaseUnavailable(error)
}

/** 503: Postgres is not running, or does not accept connections yet. */
export const databaseUnavailable = (cause: unknown): AppError =>
  new AppError('database_unavailable', 'The database is not available.', {
    status: 503,
    hint: 'It is restarting. Try again in a moment.',
    retryAfter: 1,
    cause,
  })
