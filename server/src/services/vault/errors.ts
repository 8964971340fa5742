import { AppError } from '../../lib/errors.ts'
import { sqlstateOf } from '../../postgres/failures.ts'

/** The errors for a lost key: one of the stand-in, and one of the library of supabase_vault. */
const LOST: ReadonlySet<string | undefined> = new Set(['VLT01', '22000'])

/** Whether an error says that no key opens a secret. */
export const isKeyLost = (error: unknown): boolean => LOST.has(sqlstateOf(error))

export const secretNotFound = () =>
  new AppError('vault_secret_not_found', 'This secret does not exist.', {
    status: 404,
    hint: 'It may have been deleted. Reload the list.',
  })

export const keyMissing = (cause: unknown) =>
  new AppError('vault_key_missing', 'The file with the vault’s key is missing.', {
    status: 503,
    hint: 'Restore the file, or restart the project for a new key. A new key can’t decrypt existing secrets.',
    cause,
  })

export const keyLost = (cause: unknown) =>
  new AppError(
    'vault_key_lost',
    'This secret was encrypted with the key of a different database.',
    {
      status: 409,
      hint: 'Secrets can’t be restored from a dump. Set the value again, or delete the secret.',
      cause,
    },
  )

export const keyFixed = () =>
  new AppError('vault_key_fixed', 'The extension supabase_vault can’t rotate its key.', {
    status: 409,
    hint: 'Rotate the values themselves: change each secret to a new value.',
  })

export const rotationRunning = () =>
  new AppError('vault_rotation_running', 'The vault’s key is already being rotated.', {
    status: 409,
    hint: 'Wait until the rotation has finished, then reload the page.',
  })
