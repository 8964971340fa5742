import { z } from 'zod'
import { messageOf } from '../../lib/describe-error.ts'
import { AppError } from '../../lib/errors.ts'
import { sqlstateOf } from '../../postgres/failures.ts'

export const queryNotFound = () =>
  new AppError('query_not_found', 'There are no statistics of this query.', {
    status: 404,
    hint: 'Reload the list. Its statistics may have expired, or somebody reset them.',
  })

export const statisticsUnavailable = () =>
  new AppError('query_statistics_unavailable', 'This Postgres doesn’t have pg_stat_statements.', {
    status: 409,
    hint: 'Ask the operator of the installation for a Postgres with the extension.',
  })

/** 409 for what the view or function in the place of the extension returns or raises. */
export function explainReading(error: unknown): unknown {
  const isOther = error instanceof z.core.$ZodError
  if (!isOther && sqlstateOf(error) === undefined) return error
  const reason = isOther ? 'its values are not those of the extension.' : messageOf(error)
  return new AppError(
    'query_statistics_unreadable',
    `Could not read pg_stat_statements: ${reason}`,
    {
      status: 409,
      hint: 'Try again. If it fails again, check what has this name in the schema extensions.',
      cause: error,
    },
  )
}

export const statisticsBusy = () =>
  new AppError('query_statistics_busy', 'The statistics were being read.', {
    status: 409,
    hint: 'Try again in a moment. Nothing was reset.',
  })
