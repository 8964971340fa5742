import { AppError } from '../../../lib/errors.ts'
import { MAX_RESULT_EXPORTS } from './limits.ts'

/** 403: the text can end the impersonation, and then has the role of the connection. */
export const impersonationForbidden = () =>
  new AppError(
    'impersonation_forbidden',
    'Only members who can write to the database can run SQL as another role.',
    {
      status: 403,
      hint: 'View the rows as that role in the table editor, or run SQL as yourself.',
    },
  )

/** 400: the text has no statement with this number, or the statement returns no rows. */
export const noResult = (statement: number) =>
  new AppError('no_result', `Statement ${statement + 1} of the query returns no rows.`, {
    status: 400,
    hint: 'Export the result of a statement that returns rows.',
  })

/** 400: an export runs the text again, and must not repeat its changes. */
export const exportWrites = (cause: unknown) =>
  new AppError('export_writes', 'This query changes data, so it can’t run again for an export.', {
    status: 400,
    hint: 'Run the query without a row limit, and export the rows that it returns.',
    cause,
  })

/** 429: each export of a result is one of the project's runs. */
export const tooManyResultExports = () =>
  new AppError(
    'too_many_result_exports',
    `This project already has ${MAX_RESULT_EXPORTS} exports of results running.`,
    { status: 429, hint: 'Wait until one finishes, or cancel one.', retryAfter: 1 },
  )
