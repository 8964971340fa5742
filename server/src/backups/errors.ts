import { AppError } from '../lib/errors.ts'

/** 507: the store has no space left. */
export const storeFull = (cause?: unknown) =>
  new AppError('backup_store_full', 'The store of backups has no space left.', {
    status: 507,
    hint: 'An operator can enlarge the store, or shorten the time that backups are kept.',
    cause,
  })

/** 503: the store does not let the server in. */
export const storeDenied = (cause?: unknown) =>
  new AppError('backup_store_denied', 'The store of backups refuses access.', {
    status: 503,
    hint: 'An operator can check the access to the folder or the bucket, and its keys.',
    retryAfter: 60,
    cause,
  })

/** 503: the store cannot be reached, or responds with an error. */
export const storeUnavailable = (cause?: unknown) =>
  new AppError('backup_store_unavailable', 'The store of backups does not respond.', {
    status: 503,
    hint: 'Try again. If this keeps happening, an operator can check the store.',
    retryAfter: 30,
    cause,
  })

/** 503: the store confirmed an object that it does not have. */
export const storeUnreliable = (cause?: unknown) =>
  new AppError('backup_store_unreliable', 'The store of backups did not keep an object.', {
    status: 503,
    hint: 'An operator can check the store, or choose another one.',
    retryAfter: 60,
    cause,
  })

const STORE_CODES = [
  'backup_store_full',
  'backup_store_denied',
  'backup_store_unavailable',
  'backup_store_unreliable',
]

/** Whether an error already says what is wrong with the store. */
export const isStoreRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && STORE_CODES.includes(error.code)

/** 409: no backup reaches the moment. */
export const momentUnreachable = (message: string, hint: string) =>
  new AppError('moment_unreachable', message, { status: 409, hint })

/** 500: a part of a backup is missing or differs from what was stored. */
export const backupDamaged = (part: string, reason: string, cause?: unknown) =>
  new AppError('backup_damaged', `The backup cannot be restored: ${part} ${reason}.`, {
    status: 500,
    hint: 'Restore an older backup, or a moment that does not need this part.',
    cause,
  })

/** 404: there is no backup with this id. */
export const backupNotFound = () =>
  new AppError('backup_not_found', 'There is no such backup.', {
    status: 404,
    hint: 'It may have been deleted. Load the list again.',
  })

/** 409: only a running cluster can be copied. */
export const backupNeedsRunning = () =>
  new AppError('backup_needs_running', 'Only a running project can be backed up.', {
    status: 409,
    hint: 'Start the project, then try again.',
  })

/** 409: the project is being backed up. */
export const backupRunning = () =>
  new AppError('backup_running', 'A backup of this project is already being made.', {
    status: 409,
    hint: 'Wait until it is complete.',
  })

/** 503: the backup did not succeed. */
export const backupFailed = (reason: string, cause?: unknown) =>
  new AppError('backup_failed', `The backup could not be made: ${reason}.`, {
    status: 503,
    hint: 'Try again. If this keeps happening, an operator can find the cause in the log.',
    retryAfter: 60,
    cause,
  })
