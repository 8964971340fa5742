import { AppError } from './errors.ts'

/** The operating system's codes and the SQLSTATE for a full disk. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Returns 507 `disk_full` if the operating system or Postgres reported a full disk. */
export function toDiskFull(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !('code' in error) || !CODES.has(error.code)) return undefined
  return diskFull(
    'The disk of this server is full.',
    'Delete data that is no longer needed or add disk space, then try again.',
    error,
  )
}

/** 507: the disk has no space for this. */
export const diskFull = (message: string, hint: string, cause?: unknown): AppError =>
  new AppError('disk_full', message, { status: 507, hint, cause })
