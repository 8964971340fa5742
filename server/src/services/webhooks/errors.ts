import { messageOf } from '../../lib/describe-error.ts'
import { AppError } from '../../lib/errors.ts'
import { secretUnreadable } from '../../project/vault-refusals.ts'

export const headerUnreadable = (name: string, cause?: unknown) =>
  secretUnreadable(
    `Could not read the secret ${name} from the vault.`,
    'Create the secret again, or change the headers of the webhook.',
    cause,
  )

export const invalidTrigger = (cause: unknown) =>
  new AppError('invalid_trigger', `Could not create the trigger: ${messageOf(cause)}`, {
    status: 400,
    hint: 'Check the table, its columns, and the condition.',
    cause,
  })
