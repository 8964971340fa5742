import { MAX_FILE_SOURCES } from '@stoa/contract/services/wrappers/files'
import { AppError } from '../../../lib/errors.ts'
import { vaultBusy, vaultNameTaken } from '../../../project/vault-refusals.ts'
import { sqlstateOf, type DatabaseFailure } from '../../../postgres/failures.ts'
import type { FileProblem } from '../../../lib/table-files/problem.ts'

const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'
const DUPLICATE_TABLE = '42P07'
const READ_ONLY = '25006'

/** The error for the member, if Postgres refused the record or the secret of a source. */
export function ofRecord(error: unknown): unknown {
  const state = sqlstateOf(error)
  if (state === LOCK_NOT_AVAILABLE) return vaultBusy(error)
  if (state === UNIQUE_VIOLATION)
    return vaultNameTaken(
      'The vault already has a secret of this name.',
      'Select that secret, or delete it.',
      error,
    )
  return error
}

/** The error for the member, if Postgres refused the table of a source. */
export function ofTable(failure: DatabaseFailure): unknown {
  if (failure.code === READ_ONLY) return failure
  if (failure.code === DUPLICATE_TABLE)
    return new AppError('file_table_exists', `${capital(failure.message)}.`, {
      status: 409,
      hint: 'Choose another name: a file is loaded into a table of its own.',
      cause: failure,
    })
  return new AppError('file_table_refused', `${capital(failure.message)}.`, {
    status: failure.code === LOCK_NOT_AVAILABLE ? 409 : 400,
    hint: failure.hint ?? 'Choose another schema, or other columns.',
    cause: failure,
  })
}

/** Postgres's messages start with a lowercase letter. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const ofFile = ({ problem }: FileProblem) => {
  const where = [
    problem.line === null ? undefined : `line ${problem.line}`,
    problem.line !== null || problem.row === null ? undefined : `row ${problem.row}`,
    problem.column === null ? undefined : `column ${problem.column}`,
  ].filter((part) => part !== undefined)
  const place = where.length === 0 ? '' : ` (${where.join(', ')})`
  return new AppError(problem.code, `${problem.message}${place}`, {
    status: 422,
    hint: problem.hint ?? 'Check the format of the file.',
  })
}

export const tableExists = (schema: string, table: string) =>
  new AppError('file_table_exists', `A file is already loaded into ${schema}.${table}.`, {
    status: 409,
    hint: 'Choose another name: a file is loaded into a table of its own.',
  })

export const tooMany = () =>
  new AppError(
    'too_many_file_sources',
    `A project can have at most ${MAX_FILE_SOURCES} file sources.`,
    { status: 409, hint: 'Delete a source that is no longer used.' },
  )

export const previewsBusy = () =>
  new AppError('too_many_previews', 'Too many files are being previewed.', {
    status: 429,
    hint: 'Try again in a few seconds.',
  })

export const tooManyRuns = () =>
  new AppError('too_many_file_runs', 'Too many files of this project wait to be loaded.', {
    status: 429,
    hint: 'Retry when they have finished.',
  })

export const columnTwice = (name: string) =>
  new AppError('file_columns_ambiguous', `Two columns have the name ${name}.`, {
    status: 400,
    hint: 'Rename one of them.',
  })

export const sourceNotFound = () =>
  new AppError('file_source_not_found', 'This file source does not exist.', {
    status: 404,
    hint: 'It may have been deleted. Reload the page.',
  })

export const empty = () =>
  new AppError('file_empty', 'The file has no rows.', {
    status: 422,
    hint: 'Check the address and the format of the file.',
  })

export const slow = (cause: unknown) =>
  new AppError('file_preview_timeout', 'Reading the file took too long.', {
    status: 504,
    hint: 'Use a smaller file, or a faster server.',
    cause,
  })

export const disconnected = () =>
  new AppError(
    'file_source_disconnected',
    'This database is a copy, and copies do not use the credentials of file sources.',
    { status: 409, hint: 'Edit the source and save its credential again.' },
  )
