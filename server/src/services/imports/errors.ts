import { MAX_REJECTED_ROWS, MAX_UNFINISHED_IMPORTS } from '@stoa/contract/services/imports/limits'
import type { ImportProblem } from '@stoa/contract/services/imports/imports'
import { diskFull } from '../../lib/disk-full.ts'
import { AppError } from '../../lib/errors.ts'
import type { FileProblem, Problem } from '../../lib/table-files/problem.ts'
import type { DatabaseFailure } from '../../postgres/failures.ts'

export const notFound = () =>
  new AppError('import_not_found', 'This import does not exist.', {
    status: 404,
    hint: `Only the newest imports are kept. Reload the page.`,
  })

export const tooManyImports = () =>
  new AppError(
    'too_many_imports',
    `A project can have at most ${MAX_UNFINISHED_IMPORTS} imports in progress.`,
    { status: 429, hint: 'Wait until one has ended, or cancel one.' },
  )

export const previewsBusy = () =>
  new AppError('too_many_import_previews', 'Too many files are being previewed.', {
    status: 429,
    hint: 'Try again in a few seconds.',
  })

export const previewSlow = (cause: unknown) =>
  new AppError('import_preview_timeout', 'Reading the file took too long.', {
    status: 504,
    hint: 'Use a smaller file.',
    cause,
  })

export const fileEmpty = () =>
  new AppError('import_file_empty', 'The file has no columns.', {
    status: 422,
    hint: 'Check that the file is not empty, and that its format is correct.',
  })

export const fileTooLarge = (bytes: number) =>
  new AppError(
    'import_file_too_large',
    `The file has more than ${Math.round(bytes / 1024 / 1024)} MB.`,
    {
      status: 413,
      hint: 'Split the file, or convert it to CSV.',
    },
  )

export const tooManyBytes = (limit: number) =>
  new AppError(
    'import_files_too_large',
    `The files of a project’s unfinished imports can have ${Math.round(limit / 1024 ** 3)} GB in total.`,
    {
      status: 413,
      hint: 'Wait until an import has ended, or cancel one.',
    },
  )

export const alreadySent = () =>
  new AppError('import_file_sent', 'The file of this import has already been sent.', {
    status: 409,
    hint: 'Reload the page to see the state of the import.',
  })

export const incomplete = () =>
  new AppError('import_file_incomplete', 'The file was not received completely.', {
    status: 400,
    hint: 'The file changed while it was sent, or the connection was lost. Start the import again.',
  })

/** The rest of the file can still be sent. */
export const connectionLost = () =>
  new AppError('import_connection_lost', 'The connection was lost while the file was sent.', {
    status: 400,
    hint: 'Send the rest of the file, from received_bytes of the import.',
  })

export const offsetWrong = (received: number) =>
  new AppError('import_offset_wrong', `The server has ${received} bytes of the file.`, {
    status: 409,
    hint: 'Send the rest from there.',
    details: { received_bytes: received },
  })

export const noSpace = () =>
  diskFull(
    'The disk of this server has too little free space for the file.',
    'Import a smaller file, or delete data that is no longer needed.',
  )

export const ended = () =>
  new AppError('import_ended', 'This import has already ended.', {
    status: 409,
    hint: 'Reload the page to see its result.',
  })

export const tableGone = () =>
  new AppError('import_table_missing', 'The table does not exist.', {
    status: 404,
    hint: 'It may have been deleted or renamed. Select another table.',
  })

export const notATable = (name: string) =>
  new AppError('import_table_unsupported', `Rows cannot be imported into ${name}.`, {
    status: 400,
    hint: 'Select a table. Views and materialized views take their rows from other tables.',
  })

export const columnGone = (name: string) =>
  new AppError('import_column_missing', `The table has no column ${name}.`, {
    status: 400,
    hint: 'It may have been deleted or renamed. Reload the page, then map the columns again.',
  })

export const columnGenerated = (name: string) =>
  new AppError('import_column_generated', `The column ${name} is generated from other columns.`, {
    status: 400,
    hint: 'Do not map a column of the file to it.',
  })

export const columnsAmbiguous = (name: string) =>
  new AppError('import_columns_ambiguous', `Two columns have the name ${name}.`, {
    status: 400,
    hint: 'Rename one of them, or leave it out.',
  })

export const keyMissing = (key: readonly string[]) =>
  new AppError(
    'import_key_missing',
    `No unique key of the table has the columns ${key.join(', ')}.`,
    {
      status: 400,
      hint: 'Select a primary key or a unique constraint, and map all of its columns.',
    },
  )

export const tableTaken = (name: string) =>
  new AppError('import_table_exists', `The table ${name} already exists.`, {
    status: 409,
    hint: 'Choose another name, or import into the existing table.',
  })

export const schemaGone = (name: string) =>
  new AppError('import_schema_missing', `The schema ${name} does not exist.`, {
    status: 404,
    hint: 'Select another schema, or create it first.',
  })

export const sampleExists = (tables: readonly string[]) =>
  new AppError(
    'sample_tables_exist',
    `The schema public already has ${tables.length === 1 ? 'a table' : 'tables'} named ${tables.join(', ')}.`,
    { status: 409, hint: 'Rename or delete what has these names, then try again.' },
  )

/** The error of a request, for a file that cannot be read. */
export function ofFile({ problem }: FileProblem): AppError {
  const place = problem.row === null ? '' : ` (row ${problem.row})`
  return new AppError(problem.code, `${problem.message}${place}`, {
    status: 422,
    hint: problem.hint ?? 'Check the format of the file.',
  })
}

/** The reason why an import ended, from the problem of its file. */
export const toImportProblem = ({ row, line, ...problem }: Problem): ImportProblem => ({
  ...problem,
  message: `${problem.message} Nothing was changed.`,
  line: line ?? row,
  statement: null,
})

export const ofAppError = ({ code, message, hint }: AppError): ImportProblem => ({
  code,
  message,
  hint: hint ?? null,
  line: null,
  column: null,
  statement: null,
})

const problem = (code: string, message: string, hint: string): ImportProblem => ({
  code,
  message,
  hint,
  line: null,
  column: null,
  statement: null,
})

export const INTERRUPTED = problem(
  'import_interrupted',
  'The server or the project stopped during the import. Nothing was changed.',
  'Start the import again.',
)
export const FILE_MISSING = problem(
  'import_file_missing',
  'The file was not received. Nothing was changed.',
  'Keep the page open until the file has been sent. Start the import again.',
)
export const TIMED_OUT = problem(
  'import_timeout',
  'The import took longer than two hours. Nothing was changed.',
  'Split the file, or drop indexes and triggers that slow the table down.',
)
export const FAILED = problem(
  'import_failed',
  'The import failed for an unexpected reason. Nothing was changed.',
  'Try again. If it fails again, look at the logs of the server.',
)
export const TOO_MANY_REJECTED = problem(
  'import_too_many_rejected',
  `More than ${MAX_REJECTED_ROWS} rows are bad. Nothing was changed.`,
  'Check the format of the file and the types of the columns.',
)

/** The place of a row in its file. */
export type RowPlace = { readonly line: number | null; readonly column: string | null }

/** The reason why an import ended, if Postgres refused a statement or a row. */
export function ofDatabase(failure: DatabaseFailure, { line, column }: RowPlace): ImportProblem {
  const where = line === null ? '' : `Line ${line}${column === null ? '' : `, column ${column}`}: `
  return {
    code: codeOf(failure.code),
    message: `${where}${capital(failure.message)}. Nothing was changed.`,
    hint: failure.hint ?? hintOf(failure),
    line,
    column,
    statement: null,
  }
}

function codeOf(state: string): string {
  if (state === '25006') return 'project_read_only'
  if (state === '53100') return 'disk_full'
  if (state === '55P03') return 'import_table_busy'
  return isOfRow(state) ? 'import_row_invalid' : 'import_refused'
}

function hintOf({ code, detail }: DatabaseFailure): string {
  if (code === '25006') return 'The database is read-only. Free disk space, then try again.'
  if (code === '53100') return 'Free disk space, then try again.'
  if (code === '55P03')
    return 'Another session has locked the table. Wait until it has ended, then try again.'
  if (code === '42501') return 'The role postgres needs the privilege to insert into this table.'
  if (detail !== undefined) return `${detail} Correct the file, or skip bad rows.`
  return isOfRow(code)
    ? 'Correct the file, change the type of the column, or skip bad rows.'
    : 'Check the table and its triggers, then try again.'
}

/**
 * Whether an error is about the values of one row: an invalid value, a violated constraint, a check
 * of a view, or an exception of a trigger.
 */
export const isOfRow = (state: string): boolean =>
  /^(?:22|23)/.test(state) || state === '44000' || state === 'P0001'

/** Postgres's messages start with a lowercase letter. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
