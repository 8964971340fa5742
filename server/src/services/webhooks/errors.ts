import { messageOf } from '../../lib/describe-error.ts'
import { AppError } from '../../lib/errors.ts'

export const secretUnreadable = (name: string, cause?: unknown) =>
  new AppError('vault_secret_unreadable', `Could not read the secret ${name} from the vault.`, {
    status: 409,
    hint: 'Create the secret again, or change the headers of the webhook.',
    cause,
  })

export const invalidTrigger = (cause: unknown) =>
  new AppError('invalid_trigger', `Could not create the trigger: ${messageOf(cause)}`, {
    status: 400,
    hint: 'Check the table, its columns, and the condition.',
    cause,
  })
