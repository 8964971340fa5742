import { AppError } from '../../../lib/errors.ts'
import { MAX_TABLES } from './limits.ts'

export const schemaTooLarge = () =>
  new AppError('schema_too_large', `The schema has more than ${MAX_TABLES} tables.`, {
    status: 413,
    hint: 'Use pg_dump --schema-only with the connection string of the project.',
  })
