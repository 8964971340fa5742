import { AppError } from '../../lib/errors.ts'
import { readOnly } from '../../postgres/read-only.ts'
import { isDatabaseFailure } from '../../postgres/failures.ts'

const READ_ONLY = '25006'

type ErrorMapping = { readonly code: string; readonly status: number; readonly hint: string }

/** Errors by SQLSTATE: those that the functions of the queues raise, and what a table can refuse. */
const KNOWN: ReadonlyMap<string, ErrorMapping> = new Map(
  Object.entries({
    '22023': {
      code: 'queue_invalid',
      status: 400,
      hint: 'Change the value that the message names, then try again.',
    },
    '22P02': { code: 'queue_message_invalid', status: 400, hint: 'Enter valid JSON.' },
    '22P05': { code: 'queue_message_invalid', status: 400, hint: 'Remove the character \\u0000.' },
    '2BP01': {
      code: 'queue_in_use',
      status: 409,
      hint: 'Drop the views, triggers or other objects that depend on the queue first.',
    },
    '42602': {
      code: 'queue_name_invalid',
      status: 400,
      hint: 'Use letters, digits and underscores.',
    },
    '42622': { code: 'queue_name_invalid', status: 400, hint: 'Use a shorter name.' },
    '42P01': { code: 'queue_not_found', status: 404, hint: 'Reload the list of queues.' },
    '54000': { code: 'queue_message_invalid', status: 400, hint: 'Send a smaller message.' },
    '55P03': { code: 'queue_busy', status: 409, hint: 'Try again in a moment.' },
    '57014': { code: 'queue_timeout', status: 408, hint: 'Try again, or use SQL.' },
  }),
)

/**
 * Lost connections, missing resources and internal errors of Postgres, which are not the member's
 * fault.
 */
const NOT_THE_MEMBERS = /^(?:08|53|57P|58|XX)/

/** Rethrows Postgres's refusal as an error for the member, with its message and next step. */
export function refuse(cause: unknown): never {
  if (!isDatabaseFailure(cause) || NOT_THE_MEMBERS.test(cause.code)) throw cause
  if (cause.code === READ_ONLY) throw readOnly(cause, `${cause.message}.`)
  const { code, status, hint } = KNOWN.get(cause.code) ?? OTHER
  throw new AppError(code, `${cause.message}.`, { status, hint: cause.hint ?? hint, cause })
}

/** Refusals of the owner's own triggers, rights and constraints. */
const OTHER: ErrorMapping = {
  code: 'queue_refused',
  status: 409,
  hint: 'Check the triggers, privileges and constraints of the queue’s tables in the SQL editor.',
}

export const queueNotFound = (name: string) =>
  new AppError('queue_not_found', `The queue ${name} does not exist.`, {
    status: 404,
    hint: 'It may have been dropped. Reload the list of queues.',
  })

export const nameTaken = (name: string) =>
  new AppError('queue_name_taken', `A queue named ${name} already exists.`, {
    status: 409,
    hint: 'Choose another name. Names are not case-sensitive.',
  })

export const messageNotFound = () =>
  new AppError('queue_message_not_found', 'This message is not in the queue.', {
    status: 404,
    hint: 'It may have been processed or archived. Reload the list of messages.',
  })
