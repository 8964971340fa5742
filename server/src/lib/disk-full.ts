import { AppError } from './errors.ts'

/** Codes of the operating system, and SQLSTATE disk_full. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** 507 `disk_full` for an error of the operating system or Postgres that says so. */
export function toDiskFull(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !('code' in error) || !CODES.has(error.code)) return undefined
  return new AppError('disk_full', 'The disk of this server is full.', {
    status: 507,
    hint: 'Delete data that is no longer needed or add disk space, then try again.',
    cause: error,
  })
}
