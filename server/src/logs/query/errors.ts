import { AppError } from '../../lib/errors.ts'

export type TextPosition = { readonly line: number; readonly column: number }

const at = (position: TextPosition | undefined) =>
  position === undefined ? '' : ` (line ${position.line}, column ${position.column})`

const end = (sentence: string) => (/[.!?]$/.test(sentence) ? '' : '.')

/** The text is not one `select` over the sources of the project. */
export const queryRefused = (message: string, position?: TextPosition) =>
  new AppError('log_query_refused', `${message.replace(/[.]$/, '')}${at(position)}.`, {
    status: 400,
    hint: 'Write one select statement over the log sources, such as edge_logs.',
    ...(position && { details: position }),
  })

export const queryFailed = (message: string, position?: TextPosition) =>
  new AppError('log_query_failed', `${message}${at(position)}${position ? '.' : end(message)}`, {
    status: 400,
    hint: 'Check the query against the field reference of the log sources.',
    ...(position && { details: position }),
  })

export const queryTooExpensive = (reason: 'time' | 'memory') =>
  new AppError(
    'log_query_too_expensive',
    reason === 'time' ? 'The query takes too long.' : 'The query needs too much memory.',
    {
      status: 422,
      hint: 'Choose a shorter time range, add filters, or select fewer columns.',
    },
  )

export const queriesBusy = () =>
  new AppError('log_queries_busy', 'Too many log queries of this project are waiting.', {
    status: 429,
    hint: 'Wait until the running queries have finished, then try again.',
    retryAfter: 2,
  })

export const queryProcessFailed = (cause: unknown) =>
  new AppError('log_queries_unavailable', 'The log query process ended unexpectedly.', {
    status: 503,
    hint: 'Try again. If it happens repeatedly, see the server log.',
    retryAfter: 2,
    cause,
  })
