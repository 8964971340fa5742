import { AppError } from '../../lib/errors.ts'

export const poolerMissing = (): AppError =>
  new AppError('pooler_missing', 'This server has no connection pooler.', {
    status: 503,
    hint: 'Connect to the database directly, or ask the operator of the server to install PgBouncer.',
  })

export const poolerNotReady = (): AppError =>
  new AppError('pooler_not_ready', 'The connection pooler of the project does not start.', {
    status: 503,
    hint: 'Connect to the database directly, and see the project’s pooler log.',
    retryAfter: 5,
  })
