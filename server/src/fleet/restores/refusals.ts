import { diskFull } from '../../lib/disk-full.ts'
import { AppError } from '../../lib/errors.ts'
import { megabytes } from '../disk/free-space.ts'

/** 409: only one state before a restore is kept. */
export const unconfirmed = (): AppError =>
  new AppError('restore_unconfirmed', 'The state before the last restore is still kept.', {
    status: 409,
    hint: 'Undo the last restore, or confirm it to delete that state. Then restore again.',
  })

/** 409: what a reset has replaced is still being deleted. */
export const resetUnfinished = (): AppError =>
  new AppError('reset_unfinished', 'The data before the last reset or restore is being deleted.', {
    status: 409,
    hint: 'Wait a moment, then try again.',
    retryAfter: 2,
  })

export const noKeptState = (): AppError =>
  new AppError('no_kept_state', 'No state from before a restore is kept for this project.', {
    status: 409,
    hint: 'It is deleted when the restore is confirmed, and seven days after it. Restore a backup instead.',
  })

export const restoreOver = (): AppError =>
  new AppError('restore_over', 'No restore of this project is in progress.', {
    status: 409,
    hint: 'If the restored data is up already, undo the restore.',
  })

/** The last attempt to bring a project of a recovered installation back did not succeed. */
export const notRecovered = ({ message }: AppError): AppError =>
  new AppError('project_not_recovered', `The project could not be brought back. ${message}`, {
    status: 503,
    hint: 'Restore an earlier moment of the project from its backups.',
  })

/** 409: without the data of the store, the project has none. */
export const comesBack = (): AppError =>
  new AppError('project_comes_back', 'The project comes back after the loss of the machine.', {
    status: 409,
    hint: 'Wait until it is there. If that fails, an earlier moment can be restored.',
  })

export const noRoom = (needed: number): AppError =>
  diskFull(
    'The disk has no space for a second copy of the project.',
    `A restore needs ${megabytes(needed)} of free space, because the present data is kept. Free some disk space, then retry.`,
  )
