import { AppError } from '../../../lib/errors.ts'
import { sqlstateOf } from '../../../postgres/failures.ts'

const READ_ONLY_TRANSACTION = '25006'
const INSUFFICIENT_STORAGE = 507

/** Whether a statement was refused because the database is read-only, such as at its disk limit. */
export const isReadOnly = (error: unknown): boolean =>
  sqlstateOf(error) === READ_ONLY_TRANSACTION ||
  (error instanceof AppError && error.status === INSUFFICIENT_STORAGE)
