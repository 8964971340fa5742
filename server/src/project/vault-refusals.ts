import { AppError } from '../lib/errors.ts'

/** 409: another session has locked the table of secrets. */
export const vaultBusy = (cause: unknown): AppError =>
  new AppError('vault_busy', 'Another transaction is changing secrets.', {
    status: 409,
    hint: 'Wait until it ends, or end it under Database → Activity, then retry.',
    cause,
  })

/** 409: names of secrets are unique. */
export const vaultNameTaken = (message: string, hint: string, cause: unknown): AppError =>
  new AppError('vault_name_taken', message, { status: 409, hint, cause })

/** 409: the secret was deleted, or was encrypted with a key that is lost. */
export const secretUnreadable = (message: string, hint: string, cause: unknown): AppError =>
  new AppError('vault_secret_unreadable', message, { status: 409, hint, cause })
