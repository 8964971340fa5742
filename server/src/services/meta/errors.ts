import { AppError } from '../../lib/errors.ts'
import { isDatabaseFailure, type DatabaseFailure } from '../../postgres/failures.ts'
import { toUnavailable } from '../../postgres/unavailable.ts'

type Known = { readonly code: string; readonly status: number; readonly hint?: string }

/** Errors by SQLSTATE. A class (two characters) covers its states that are not listed. */
const KNOWN: ReadonlyMap<string, Known> = new Map(
  Object.entries({
    '08': { code: 'connection_lost', status: 503 },
    '0L': {
      code: 'invalid_grant',
      status: 400,
      hint: 'Grant it to named roles. PUBLIC can’t have the grant option.',
    },
    '0A': { code: 'not_supported', status: 400 },
    '21': { code: 'cardinality_violation', status: 400 },
    '22': { code: 'invalid_value', status: 400 },
    '23001': { code: 'foreign_key_violation', status: 409 },
    '23502': { code: 'not_null_violation', status: 400 },
    '23503': { code: 'foreign_key_violation', status: 409 },
    '23505': { code: 'unique_violation', status: 409 },
    '23514': { code: 'check_violation', status: 400 },
    '23P01': { code: 'exclusion_violation', status: 409 },
    '23': { code: 'constraint_violation', status: 409 },
    '25006': { code: 'read_only', status: 403 },
    '25P03': { code: 'connection_lost', status: 503 },
    '2BP01': {
      code: 'dependent_objects',
      status: 409,
      hint: 'Delete with cascade to also delete dependent objects.',
    },
    '3F000': { code: 'schema_not_found', status: 404 },
    '40001': { code: 'serialization_failure', status: 409, hint: 'Try again.' },
    '40P01': { code: 'deadlock_detected', status: 409, hint: 'Try again.' },
    '42501': { code: 'permission_denied', status: 403 },
    '42601': { code: 'syntax_error', status: 400 },
    '42701': { code: 'duplicate_column', status: 409 },
    '42703': { code: 'undefined_column', status: 400 },
    '42704': { code: 'undefined_object', status: 400 },
    '42710': { code: 'duplicate_object', status: 409 },
    '42804': { code: 'datatype_mismatch', status: 400 },
    '42883': { code: 'undefined_function', status: 400 },
    '428C9': { code: 'generated_always', status: 400 },
    '42P01': { code: 'undefined_table', status: 400 },
    '42P06': { code: 'duplicate_schema', status: 409 },
    '42P07': { code: 'duplicate_table', status: 409 },
    '42': { code: 'invalid_definition', status: 400 },
    '44': { code: 'check_option_violation', status: 400 },
    '53100': {
      code: 'disk_full',
      status: 507,
      hint: 'Delete data that is no longer needed or add disk space, then try again.',
    },
    '53': {
      code: 'insufficient_resources',
      status: 503,
      hint: 'Close other connections or try again in a moment.',
    },
    '54': { code: 'limit_exceeded', status: 400 },
    '55006': { code: 'object_in_use', status: 409 },
    '55P03': {
      code: 'lock_timeout',
      status: 409,
      hint: 'Another transaction has locked it. Try again when that transaction has finished.',
    },
    '55': { code: 'object_not_ready', status: 409 },
    '57014': { code: 'query_timeout', status: 408, hint: 'Query fewer rows or add an index.' },
    '57': { code: 'connection_lost', status: 503 },
    HV: { code: 'foreign_data_error', status: 400 },
    P0: { code: 'raised_exception', status: 400 },
  }),
)

/** Damaged data and failures of the operating system, which need an operator. */
const FAULTS = /^(?:58|XX00[12])/

/** For states that functions choose themselves (`using errcode = 'PT403'`), and rare ones of Postgres. */
const OTHER: Known = {
  code: 'database_error',
  status: 400,
  hint: 'Check the functions, triggers and event triggers that this runs.',
}

/**
 * Converts an error of Postgres: a stable code by SQLSTATE, Postgres's own message and hint, and in
 * `details` the constraint, the column and the SQLSTATE. `column` is the column at fault if the
 * caller knows it and Postgres does not report it. Faults that need an operator are returned
 * unchanged.
 */
export function toAppError(error: unknown, column?: string): unknown {
  if (error instanceof AppError) return error
  const unavailable = toUnavailable(error)
  if (unavailable) return unavailable
  if (!isDatabaseFailure(error)) return error
  if (FAULTS.test(error.code)) return error
  const known = KNOWN.get(error.code) ?? KNOWN.get(error.code.slice(0, 2)) ?? OTHER
  const hint = error.hint ?? known.hint
  return new AppError(known.code, sentence(error), {
    status: known.status,
    ...(hint !== undefined && { hint }),
    details: {
      constraint: error.constraint ?? null,
      column: error.column ?? column ?? null,
      sqlstate: error.code,
      detail: error.detail ?? null,
      schema: error.schema ?? null,
      table: error.table ?? null,
    },
    cause: error,
  })
}

const sentence = ({ message, detail }: DatabaseFailure): string =>
  detail === undefined ? message : `${message}. ${detail}`

/** 404 `schema_not_found`. */
export const schemaNotFound = (name: string) =>
  new AppError('schema_not_found', `The schema ${JSON.stringify(name)} does not exist.`, {
    status: 404,
  })

export const functionNotFound = () =>
  new AppError('function_not_found', 'This function does not exist. It may have been dropped.', {
    status: 404,
    hint: 'Reload the list of functions.',
  })
