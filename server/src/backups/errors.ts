import { AppError } from '../lib/errors.ts'

/** 409: no backup reaches the moment. */
export const momentUnreachable = (message: string, hint: string) =>
  new AppError('moment_unreachable', message, { status: 409, hint })

/** 404: there is no backup with this id. */
export const backupNotFound = () =>
  new AppError('backup_not_found', 'There is no such backup.', {
    status: 404,
    hint: 'It may have been deleted. Load the list again.',
  })
