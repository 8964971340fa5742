import { AppError } from '../../lib/errors.ts'

export const originGone = () =>
  new AppError('origin_gone', 'The project that the data comes from has been deleted.', {
    status: 409,
    hint: 'Delete this project, and create one from a project that exists.',
  })

export const originNotReady = (status: string) =>
  new AppError('origin_not_ready', `The project that the data comes from is ${status}.`, {
    status: 503,
    hint: 'Wait until it is active or paused, then retry.',
    retryAfter: 5,
  })

/** The source stopped while its files were copied. */
export const originStopped = () =>
  new AppError('origin_stopped', 'The project that the data comes from stopped during the copy.', {
    status: 503,
    hint: 'Retry once it is active or paused.',
    retryAfter: 5,
  })

export const copyFailed = (cause: unknown) =>
  new AppError('copy_failed', 'The data of the project could not be copied.', {
    status: 503,
    hint: 'Retry. If it happens again, see the server log.',
    retryAfter: 5,
    cause,
  })

export const copyOutrun = () =>
  new AppError('copy_outrun', 'The project wrote more than 1 GB while its data was copied.', {
    status: 503,
    hint: 'Retry when it writes less, such as after an import has ended.',
    retryAfter: 30,
  })

export const copyTimedOut = () =>
  new AppError('copy_timed_out', 'Copying the data took longer than an hour.', {
    status: 503,
    hint: 'Check the disk of the server, or create the project from a backup.',
  })

export const unusualFiles = () =>
  new AppError(
    'data_not_copyable',
    'The data directory of the project contains links or files that are not ordinary ones.',
    {
      status: 409,
      hint: 'Move tablespaces back into the data directory and replace links by what they lead to, then retry.',
    },
  )
