import { AppError } from '../../../lib/errors.ts'

/** 404: only tables have rows that can be brought back. */
export const pastTableNotFound = (name: string) =>
  new AppError('past_table_not_found', `There was no table ${name} at this moment.`, {
    status: 404,
    hint: 'Choose one of the list. Rows of views belong to their tables.',
  })

/** 409: rows cannot be inserted into a table that was dropped. */
export const presentTableMissing = (name: string) =>
  new AppError('present_table_missing', `The project has no table ${name} now.`, {
    status: 409,
    hint: 'Bring the rows back into a new table.',
  })

/** 400: without a key, nobody can say which rows are missing. */
export const needsKey = (name: string) =>
  new AppError('bring_back_needs_key', `${name} has no primary key.`, {
    status: 400,
    hint: 'Bring the rows back into a new table, or add a primary key first.',
  })

/** 409: the key or all other columns have changed since. */
export const keyHasChanged = (name: string) =>
  new AppError('bring_back_key_changed', `The primary key of ${name} did not exist then.`, {
    status: 409,
    hint: 'Bring the rows back into a new table, then copy them with SQL.',
  })

/** 400: Postgres does not accept it as a condition. */
export const invalidCondition = (reason: string, cause: unknown) =>
  new AppError('invalid_condition', `The condition cannot be used: ${reason}`, {
    status: 400,
    hint: "Write it as after WHERE in SQL, for example id > 10 and status = 'open'.",
    cause,
  })
