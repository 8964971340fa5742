import { AppError } from '../../lib/errors.ts'

/** 409: only a complete backup can be restored, verified or named as the moment to return to. */
export const backupNotComplete = (): AppError =>
  new AppError('backup_not_complete', 'This backup is not complete.', {
    status: 409,
    hint: 'Wait until it is complete, or choose another one.',
  })

export const backupWaiting = (): AppError =>
  new AppError('backup_waiting', 'Another backup of this project is about to be taken.', {
    status: 409,
    hint: 'Wait until it is complete, then try again.',
    retryAfter: 10,
  })

/** 409: the project has as many named backups as it can keep. */
export const tooManyBackups = (maximum: number): AppError =>
  new AppError('too_many_backups', `A project can have at most ${maximum} named backups.`, {
    status: 409,
    hint: 'Delete one that you no longer need.',
  })
