import { AppError } from '../../../lib/errors.ts'

/** 409: a bulk change found more or fewer rows than its preview. */
export const rowsCountedDifferently = (expected: number, actual: number) =>
  new AppError(
    'rows_counted_differently',
    `The change would affect ${actual} rows, but its preview counted ${expected}. Nothing was changed.`,
    {
      status: 409,
      hint: 'The table has changed since. Preview the change again.',
      details: { expected, actual },
    },
  )

/** 400: an expression whose result the column cannot store. */
export const expressionUnavailable = (column: string, expression: string) =>
  new AppError('expression_unavailable', `${column} cannot be set to “${expression}”.`, {
    status: 400,
    hint: 'The type of the column may have changed. Reload the table, then choose another value.',
    details: { column },
  })
