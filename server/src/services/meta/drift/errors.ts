import { AppError } from '../../../lib/errors.ts'

/** 409: a history that would take too long to compare. */
export const historyTooLarge = () =>
  new AppError('history_too_large', 'The history is too long to compare with the database.', {
    status: 409,
    hint: 'Squash old migrations, or compare locally with supabase db diff.',
  })

/** 404: a difference that is gone, or that has no SQL of its own. */
export const driftNotFound = () =>
  new AppError('drift_not_found', 'The database and the history do not differ in this object.', {
    status: 404,
    hint: 'Reload the list. Somebody may have recorded or deleted the object.',
  })
