import { DatabaseError } from 'pg'

/** An error that Postgres itself sent; `code` is its SQLSTATE. */
export type DatabaseFailure = DatabaseError & { readonly code: string }

export const isDatabaseFailure = (error: unknown): error is DatabaseFailure =>
  error instanceof DatabaseError && error.code !== undefined

/** The SQLSTATE of an error that Postgres sent, undefined for any other error. */
export const sqlstateOf = (error: unknown): string | undefined =>
  isDatabaseFailure(error) ? error.code : undefined

const SOCKET_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

// The driver gives these no code.
const DRIVER_ERRORS = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout expired',
]

/** Whether Postgres found a damaged page or index. */
export const isDamage = (error: unknown): error is DatabaseFailure =>
  isDatabaseFailure(error) && (error.code === 'XX001' || error.code === 'XX002')

/** Whether Postgres could not be reached, or its connection broke before it responded. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || isDatabaseFailure(error)) return false
  if ('code' in error && typeof error.code === 'string') return SOCKET_ERRORS.has(error.code)
  return DRIVER_ERRORS.some((start) => error.message.startsWith(start))
}

/** Shut down, crashed, or still starting up. */
const AWAY_STATES = new Set(['57P01', '57P02', '57P03'])

/** Whether Postgres could not be reached, or closed the connection because it is stopping. */
export const isAway = (error: unknown): boolean =>
  isConnectionError(error) || AWAY_STATES.has(fatalStateOf(error) ?? '')

/** Whether Postgres refused the connection because its connection limit is reached. */
export const isTooManySessions = (error: unknown): boolean => fatalStateOf(error) === '53300'

/**
 * The SQLSTATE of an error that ended the connection. A function can raise any other SQLSTATE
 * itself.
 */
const fatalStateOf = (error: unknown): string | undefined =>
  isDatabaseFailure(error) && error.severity !== 'ERROR' ? error.code : undefined
