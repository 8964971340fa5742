import { AppError } from '../../lib/errors.ts'

/** 503: the pool is being closed, because the project is paused or restarted, or the server stops. */
export const databaseStopping = (): AppError =>
  new AppError('database_stopping', 'The database is being stopped.', {
    status: 503,
    hint: 'Try again in a few seconds.',
    retryAfter: 2,
  })
