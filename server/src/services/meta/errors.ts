import type { RunProgress } from '@stoa/contract/services/meta/query'
import type { Row } from '@stoa/contract/services/meta/rows'
import { AppError } from '../../lib/errors.ts'
import { readOnly } from '../../postgres/read-only.ts'
import { isDatabaseFailure, type DatabaseFailure } from '../../postgres/failures.ts'
import { toUnavailable } from '../../postgres/unavailable.ts'

type ErrorMapping = { readonly code: string; readonly status: number; readonly hint: string }

const LOST: ErrorMapping = {
  code: 'connection_lost',
  status: 503,
  hint: 'Reload the data to see whether the change was saved, then try again.',
}

const READ_ONLY = '25006'

/** Errors by SQLSTATE. A class (two characters) covers its states that are not listed. */
const KNOWN: ReadonlyMap<string, ErrorMapping> = new Map(
  Object.entries({
    '08': LOST,
    '0L': {
      code: 'invalid_grant',
      status: 400,
      hint: 'Grant it to named roles. PUBLIC can’t have the grant option.',
    },
    '0A': {
      code: 'not_supported',
      status: 400,
      hint: 'Use a different type, option or statement: this combination is not available.',
    },
    '21': {
      code: 'cardinality_violation',
      status: 400,
      hint: 'Change the query so that each subquery returns one row, or no row twice.',
    },
    '22': {
      code: 'invalid_value',
      status: 400,
      hint: 'Correct the value so that it fits the type and the limits of its column.',
    },
    '23001': {
      code: 'foreign_key_violation',
      status: 409,
      hint: 'Delete or change the rows that refer to this one first.',
    },
    '23502': {
      code: 'not_null_violation',
      status: 400,
      hint: 'Enter a value, or give the column a default.',
    },
    '23503': {
      code: 'foreign_key_violation',
      status: 409,
      hint: 'Use a value that exists in the other table, or change the rows that refer to this one first.',
    },
    '23505': {
      code: 'unique_violation',
      status: 409,
      hint: 'Use another value, or edit the row that already has this one.',
    },
    '23514': {
      code: 'check_violation',
      status: 400,
      hint: 'Enter a value that the check constraint accepts, or change the constraint.',
    },
    '23P01': {
      code: 'exclusion_violation',
      status: 409,
      hint: 'Use a value that does not overlap with the other row, or change that row.',
    },
    '23': {
      code: 'constraint_violation',
      status: 409,
      hint: 'Change the row so that it satisfies the constraint, or change the constraint.',
    },
    '25P03': LOST,
    '2BP01': {
      code: 'dependent_objects',
      status: 409,
      hint: 'Delete with cascade to also delete dependent objects.',
    },
    '3F000': {
      code: 'schema_not_found',
      status: 404,
      hint: 'Check the name of the schema. It may have been dropped or renamed.',
    },
    '40001': { code: 'serialization_failure', status: 409, hint: 'Try again.' },
    '40P01': { code: 'deadlock_detected', status: 409, hint: 'Try again.' },
    '42501': {
      code: 'permission_denied',
      status: 403,
      hint: 'Ask an owner of the object to grant the privilege, or to make the change.',
    },
    '42601': {
      code: 'syntax_error',
      status: 400,
      hint: 'Correct the expression near the place that the message names.',
    },
    '42701': { code: 'duplicate_column', status: 409, hint: 'Choose another name for the column.' },
    '42703': {
      code: 'undefined_column',
      status: 400,
      hint: 'Check the name of the column, and reload the table if it may have changed.',
    },
    '42704': {
      code: 'undefined_object',
      status: 400,
      hint: 'Check the name and its schema. The object may have been dropped or renamed.',
    },
    '42710': {
      code: 'duplicate_object',
      status: 409,
      hint: 'Choose another name, or drop the existing object first.',
    },
    '42804': {
      code: 'datatype_mismatch',
      status: 400,
      hint: 'Use a value of the expected type, or add a cast.',
    },
    '42883': {
      code: 'undefined_function',
      status: 400,
      hint: 'Check the name and the types of the arguments, and add casts if needed.',
    },
    '428C9': {
      code: 'generated_always',
      status: 400,
      hint: 'Omit the column: Postgres computes its value.',
    },
    '42P01': {
      code: 'undefined_table',
      status: 400,
      hint: 'Check the name of the table and its schema. It may have been dropped or renamed.',
    },
    '42P06': { code: 'duplicate_schema', status: 409, hint: 'Choose another name for the schema.' },
    '42P07': {
      code: 'duplicate_table',
      status: 409,
      hint: 'Choose another name: tables, views, indexes and sequences of a schema share their names.',
    },
    '42': {
      code: 'invalid_definition',
      status: 400,
      hint: 'Correct the definition where the message says, then save it again.',
    },
    '44': {
      code: 'check_option_violation',
      status: 400,
      hint: 'Enter values that the view shows, or write to its table.',
    },
    '53': {
      code: 'insufficient_resources',
      status: 503,
      hint: 'Close other connections or try again in a moment.',
    },
    '54': {
      code: 'limit_exceeded',
      status: 400,
      hint: 'Use fewer or smaller parts, such as fewer columns or shorter indexed values.',
    },
    '55006': {
      code: 'object_in_use',
      status: 409,
      hint: 'Close the sessions that use it under Database → Activity, then try again.',
    },
    '55P03': {
      code: 'lock_timeout',
      status: 409,
      hint: 'Another transaction has locked it. Try again when that transaction has finished.',
    },
    '55': {
      code: 'object_not_ready',
      status: 409,
      hint: 'Bring the object into the state that the message requires, then try again.',
    },
    '57014': {
      code: 'query_timeout',
      status: 408,
      hint: 'Query fewer rows or add an index.',
    },
    '57': LOST,
    HV: {
      code: 'foreign_data_error',
      status: 400,
      hint: 'Check the options of the foreign table and its server, and whether that server can be reached.',
    },
    P0: {
      code: 'raised_exception',
      status: 400,
      hint: 'A function or trigger of the database refused this. Its source says when it does.',
    },
  }),
)

/** Damaged data and failures of the operating system, which need an operator. */
const FAULTS = /^(?:58|XX00[12])/

/** For SQLSTATEs that functions choose (`using errcode = 'PT403'`) and rare ones of Postgres. */
const OTHER: ErrorMapping = {
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
  const details = {
    constraint: error.constraint ?? null,
    column: error.column ?? column ?? null,
    sqlstate: error.code,
    detail: error.detail ?? null,
    schema: error.schema ?? null,
    table: error.table ?? null,
  }
  if (error.code === READ_ONLY) return readOnly(error, sentence(error), details)
  const known = KNOWN.get(error.code) ?? KNOWN.get(error.code.slice(0, 2)) ?? OTHER
  return new AppError(known.code, sentence(error), {
    status: known.status,
    hint: error.hint ?? known.hint,
    details,
    cause: error,
  })
}

const sentence = ({ message, detail }: DatabaseFailure): string =>
  detail === undefined ? message : `${message}. ${detail}`

/** 404 `schema_not_found`. */
export const schemaNotFound = (name: string) =>
  new AppError('schema_not_found', `The schema ${JSON.stringify(name)} does not exist.`, {
    status: 404,
    hint: 'It may have been dropped or renamed. Reload the list of schemas.',
  })

/** 413: a sheet has a limit that the rows exceed. */
export const tooLargeForXlsx = (limit: string) =>
  new AppError('export_too_large', `A sheet of XLSX ${limit}.`, {
    status: 413,
    hint: 'Filter the rows, leave out columns, or export CSV or Parquet.',
  })

/** 404: a function of the database. */
export const functionNotFound = () =>
  new AppError('function_not_found', 'This function does not exist. It may have been dropped.', {
    status: 404,
    hint: 'Reload the list of functions.',
  })

/** 404: a column of a table, by its position. */
export const columnNotFound = () =>
  new AppError('column_not_found', 'This column does not exist. It may have been deleted.', {
    status: 404,
    hint: 'Reload the columns of the table.',
  })

/** 409: a request with this token was saved, although its response may have been lost. */
export const changesAlreadySaved = () =>
  new AppError('changes_already_saved', 'These changes are already saved.', {
    status: 409,
    hint: 'Reload the rows to see them.',
  })

/** 404: the row with a primary key. */
export const rowNotFound = () =>
  new AppError('row_not_found', 'This row no longer exists.', {
    status: 404,
    hint: 'It was deleted or its primary key was changed. Reload the rows.',
  })

/** 404: rows that should be deleted together; `missing` are their places in the request. */
export const rowsNotFound = (missing: readonly number[]) =>
  new AppError('row_not_found', 'Some of the rows no longer exist. No row was deleted.', {
    status: 404,
    hint: 'Load the rows again.',
    details: { missing },
  })

/** 400: a value for a column that Postgres computes. */
export const generatedAlways = (column: string, verb: 'insert' | 'update') =>
  new AppError('generated_always', `${column} is always generated by Postgres.`, {
    status: 400,
    hint:
      verb === 'insert'
        ? 'Omit it. To set values yourself, change the identity to GENERATED BY DEFAULT.'
        : 'Leave it out of the change: Postgres computes its value.',
    details: { constraint: null, column, sqlstate: '428C9' },
  })

/** 400: a value that its column cannot store, refused before Postgres sees it. */
export const invalidValue = (message: string, hint: string, details: unknown) =>
  new AppError('invalid_value', message, { status: 400, hint, details })

/** 503: a run ended because its project stops. */
export const projectStopping = () =>
  new AppError('project_stopping', 'The project is stopping.', {
    status: 503,
    hint: 'Wait until the project is running again, then run the query again.',
  })

/** 409: somebody canceled a run. */
export const queryCancelled = (details?: RunProgress) =>
  new AppError('query_cancelled', 'The query was canceled.', {
    status: 409,
    ...(details && { details }),
    hint: 'Run it again if you need its result. Changes that it committed before remain.',
  })

/** 408: a run took longer than its caller allowed. */
export const queryTimeout = (timeoutMs: number, details: RunProgress) =>
  new AppError('query_timeout', `The query ran longer than ${timeoutMs / 1000} s.`, {
    status: 408,
    hint: 'Query fewer rows, add an index or allow more time.',
    details,
  })

/** 503: the connection of a run broke after so many of its statements. */
export const connectionLost = (
  mayHaveCommitted: boolean,
  completedStatements: number,
  cause: unknown,
) =>
  new AppError(
    'connection_lost',
    mayHaveCommitted
      ? 'The connection to the database was lost; changes may have been committed.'
      : 'The connection to the database was lost; nothing was committed.',
    {
      status: 503,
      hint: mayHaveCommitted
        ? 'Check the data before you run the query again.'
        : 'Run the query again.',
      ...(!mayHaveCommitted && { retryAfter: 1 }),
      details: { may_have_committed: mayHaveCommitted, completed_statements: completedStatements },
      cause,
    },
  )

/** 409: somebody changed a row since its version was read; `current` is the row now. */
export const rowChanged = (columns: readonly string[], current: Row) =>
  new AppError('row_changed', 'Someone else changed this row.', {
    status: 409,
    hint: 'Compare your changes with the current row, then save again.',
    details: { columns, ...current },
  })

/** 409: a statement changed nothing, although its row exists. */
export const writeSuppressed = () =>
  new AppError('write_suppressed', 'A trigger or rule prevented the change.', {
    status: 409,
    hint: 'Check the triggers and rules of the table. A trigger that returns null skips the row.',
  })

/** The error of one of several changes, with the position of the change in `details.change`. */
export function atChange(error: unknown, change: number | undefined): unknown {
  if (change === undefined || !(error instanceof AppError) || error.status >= 500) return error
  const details = typeof error.details === 'object' ? error.details : {}
  return new AppError(error.code, error.message, {
    status: error.status,
    ...(error.hint !== undefined && { hint: error.hint }),
    details: { ...details, change },
    cause: error.cause,
  })
}

/** 429: a project has as many exports as it can have at a time. */
export const tooManyExports = (limit: number) =>
  new AppError('too_many_exports', `This project already has ${limit} running exports.`, {
    status: 429,
    hint: 'Wait until one of them has ended, or cancel it, then try again.',
  })

export const oneStatementExpected = () =>
  new AppError('one_statement_expected', 'Enter exactly one statement.', {
    status: 400,
    hint: 'Select the query that you want advice on, without other statements.',
  })
