import { AppError } from '../errors.ts'

export const notResponding = (cause?: unknown): AppError =>
  new AppError('folder_not_responding', 'The file system of a folder does not respond.', {
    status: 503,
    hint: 'Check the disk and the file systems that are mounted below the data folder, then retry.',
    retryAfter: 30,
    cause,
  })

export const unavailable = (reason: string) =>
  new AppError('folder_unavailable', `A folder could not be read or changed (${reason}).`, {
    status: 503,
    hint: 'Check that nothing is mounted in it and that the server owns it or runs as root, then retry.',
    retryAfter: 5,
  })

/** `name` is the server's own name for a file, never one that another account chose. */
export const unexpectedFile = (name: string, what: string): AppError =>
  new AppError('unexpected_file', `${name} ${what}.`, {
    status: 503,
    hint: 'Restore the file from a backup, or remove what was put in its place, then retry.',
  })
