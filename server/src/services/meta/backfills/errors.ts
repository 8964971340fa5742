import { AppError } from '../../../lib/errors.ts'

/** 400: batches continue after the last key. */
export const needsKey = (table: string) =>
  new AppError('backfill_needs_key', `${table} has no primary key.`, {
    status: 400,
    hint: 'Add a primary key first: each batch continues after the last key of the one before.',
  })

/** 409: another backfill changes the same column. */
export const alreadyRunning = (column: string) =>
  new AppError('backfill_running', `The column ${column} already has a backfill that runs.`, {
    status: 409,
    hint: 'Wait until it ends, or cancel it.',
  })

/** 404: a backfill that has ended counts too. */
export const backfillNotFound = () =>
  new AppError('backfill_not_found', 'This backfill does not exist or has ended.', {
    status: 404,
    hint: 'Reload the definition of the table.',
  })

/** 400: a backfill that would change nothing. */
export const nothingToDo = (reason: string, hint: string) =>
  new AppError('backfill_changes_nothing', reason, { status: 400, hint })

/** 409: rows that the backfill did not fill. */
export const stillNull = (column: string) =>
  new AppError('backfill_rows_null', `Some rows still have no value in ${column}.`, {
    status: 409,
    hint: 'Fill all rows that are NULL, then start the backfill again.',
  })

/** 409: a lock or a slow statement stopped each attempt of a step. */
export const tooLongLocked = () =>
  new AppError(
    'backfill_locked',
    'Another transaction has locked the table or its rows for too long.',
    {
      status: 409,
      hint: 'End that transaction, then start the backfill again.',
    },
  )
