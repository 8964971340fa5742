import type { ProjectFailure } from '@stoa/contract/platform/projects'
import { AppError } from '../../lib/errors.ts'

/** Errors that a retry does not fix: a person has to do something first. */
const PERMANENT = new Set([
  'disk_full',
  'engine_missing',
  'socket_path_too_long',
  'data_folder_unwritable',
  'data_missing',
  'data_damaged',
  'unexpected_file',
  'engine_mismatch',
  'secret_unreadable',
  'migration_failed',
  'start_timed_out',
  'origin_gone',
  'data_not_copyable',
  'copy_other_databases',
  'anonymize_failed',
  'copy_timed_out',
])

const FILE_ERRORS = new Map<string, readonly [code: string, message: string, hint: string]>([
  ['ENOSPC', ['disk_full', 'The disk is full.', 'Free disk space, then retry.']],
  ['EDQUOT', ['disk_full', 'The disk quota is used up.', 'Free disk space, then retry.']],
  ['EACCES', unwritable('The server has no access to the data folder.')],
  ['EPERM', unwritable('The server has no access to the data folder.')],
  ['EROFS', unwritable('The data folder is read-only.')],
])

function unwritable(message: string) {
  const hint =
    'Change the owner of the data folder to the account that runs the databases, then retry.'
  return ['data_folder_unwritable', message, hint] as const
}

// `cp` reports the cause of a failure only as text.
const PROGRAM_WORDS = [
  { words: /no space left on device/i, code: 'ENOSPC' },
  { words: /permission denied/i, code: 'EACCES' },
  { words: /read-only file system/i, code: 'EROFS' },
]

/** Turns an error into one with a code and a next step, based on known system errors. */
export function explain(error: unknown): AppError {
  if (error instanceof AppError) return error
  const system = error instanceof Error && 'code' in error ? String(error.code) : ''
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  const spoken = PROGRAM_WORDS.find(({ words }) => words.test(said))?.code
  const [code, message, hint] = FILE_ERRORS.get(spoken ?? system) ?? UNKNOWN
  return new AppError(code, message, { status: 503, hint, retryAfter: 5, cause: error })
}

const UNKNOWN = [
  'internal_error',
  'Could not start the database.',
  'See the server log, then retry.',
] as const

export const isPermanent = (error: AppError): boolean => PERMANENT.has(error.code)

export const toFailure = (error: AppError, now: Date): ProjectFailure => ({
  code: error.code,
  message: error.message,
  hint: error.hint ?? null,
  failed_at: now.toISOString(),
})
