import { AppError } from '../../lib/errors.ts'

/** 409: a database with more objects than can be compared. */
export const schemaTooLarge = (cause?: unknown) =>
  new AppError('comparison_too_large', 'This database has too many objects to compare.', {
    status: 409,
    hint: 'Compare the migrations of both projects instead, with supabase migration list.',
    cause,
  })

/** 503: reading or planning took too long. */
export const comparisonTimedOut = () =>
  new AppError('comparison_timed_out', 'Comparing the two databases took too long.', {
    status: 503,
    hint: 'Try again when the databases are less busy.',
    retryAfter: 30,
  })

/** 422: differences for which no SQL can be planned. */
export const notPlannable = (reason: string) =>
  new AppError('changes_not_plannable', `The changes can't be turned into SQL: ${reason}`, {
    status: 422,
    hint: 'Make this change by hand in both databases, then compare again.',
  })

/** 409: the target is not as it was when the plan was made. */
export const targetMoved = () =>
  new AppError(
    'target_moved',
    'The schema that you merge into has changed since you reviewed it.',
    {
      status: 409,
      hint: 'Reload the comparison and review the changes again.',
    },
  )

const MAX_SHOWN_SQL = 200

/** 409: a statement of a merge that Postgres refused. Its transaction was rolled back. */
export function mergeFailed(statement: string, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const shown =
    statement.length > MAX_SHOWN_SQL ? `${statement.slice(0, MAX_SHOWN_SQL)}…` : statement
  return new AppError('merge_failed', `Nothing was merged. ${shown} failed: ${reason}`, {
    status: 409,
    hint: 'Correct the branch or the rows that the statement rejects, then compare again.',
    cause,
  })
}

const MAX_NAMED = 5

/** 409: the result of a merge is not what the comparison promised, so it was rolled back. */
export const mergeInexact = (keys: readonly string[]) =>
  new AppError(
    'merge_inexact',
    `Nothing was merged. The result would differ from the plan: ${keys.slice(0, MAX_NAMED).join(', ')}`,
    {
      status: 409,
      hint: 'Compare again. If it happens twice, make these changes by hand in both databases.',
    },
  )
