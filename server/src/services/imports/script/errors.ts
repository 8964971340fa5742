import type { ImportProblem } from '@stoa/contract/services/imports/imports'
import type { DatabaseFailure } from '../../../postgres/failures.ts'
import { capital } from '../errors.ts'

/** The place of a statement in its file. */
export type StatementPlace = { readonly number: number | null; readonly line: number }

type Words = { readonly code: string; readonly message: string; readonly hint: string }

function problem({ number, line }: StatementPlace, { code, message, hint }: Words): ImportProblem {
  const name = number === null ? `Line ${line}` : `Statement ${number} (line ${line})`
  return {
    code,
    message: `${name}: ${message} Nothing was changed.`,
    hint,
    line,
    column: null,
    statement: number,
  }
}

export const statementTooLong = (place: StatementPlace) =>
  problem(place, {
    code: 'import_statement_too_long',
    message: 'The statement is longer than 32 MB.',
    hint: 'Use COPY for the rows, or insert fewer rows with each statement.',
  })

export const scriptIncomplete = (place: StatementPlace) =>
  problem(place, {
    code: 'import_script_incomplete',
    message: 'The file ends before the statement does.',
    hint: 'The file may be truncated. Create the dump again, or close the quote or parenthesis.',
  })

export const commandUnsupported = (place: StatementPlace, command: string) =>
  problem(place, {
    code: 'import_command_unsupported',
    message: `${command} is a command of psql.`,
    hint: 'Remove the line. A plain dump of one database, without --create, has no such commands.',
  })

export const statementRefused = (place: StatementPlace, name: string) =>
  problem(place, {
    code: 'import_statement_refused',
    message: `${name} is not possible in a file that is imported as one transaction.`,
    hint: 'Remove the statement, or run it in the SQL editor.',
  })

export const statementFailed = (place: StatementPlace, failure: DatabaseFailure) =>
  problem(place, {
    code: codeOf(failure.code),
    message: `${capital(failure.message)}.`,
    hint: failure.hint ?? hintOf(failure),
  })

function codeOf(state: string): string {
  if (state === '25006') return 'project_read_only'
  if (state === '53100') return 'disk_full'
  return 'import_statement_failed'
}

function hintOf({ code, detail }: DatabaseFailure): string {
  if (code === '25006' || code === '53100') return 'Free disk space, then try again.'
  if (code === '25001') return 'Remove the statement, and run it in the SQL editor afterwards.'
  if (code === '42501')
    return 'The file is run by the role postgres. Remove what only a superuser can do.'
  return detail ?? 'Correct the statement in the file, then import the file again.'
}
