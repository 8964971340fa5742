import { AppError } from '../../lib/errors.ts'

/** 503: too much work waits for a connection of one database. */
export const databaseBusy = (): AppError =>
  new AppError('database_busy', 'Too many queries are waiting for a database connection.', {
    status: 503,
    hint: 'Try again in a few seconds. If this keeps happening, make slow queries faster with indexes or limits.',
    retryAfter: 2,
  })
