import { AppError } from '../../lib/errors.ts'
import { isDatabaseFailure } from '../../postgres/failures.ts'

type Known = { readonly code: string; readonly status: number; readonly hint?: string }

/** Errors by SQLSTATE: those that the functions of the queues raise, and what a table can refuse. */
const KNOWN: ReadonlyMap<string, Known> = new Map(
  Object.entries({
    '22023': { code: 'queue_invalid', status: 400 },
    '22P02': { code: 'queue_message_invalid', status: 400, hint: 'Enter valid JSON.' },
    '22P05': { code: 'queue_message_invalid', status: 400, hint: 'Remove the character \\u0000.' },
    '25006': { code: 'read_only', status: 403 },
    '2BP01': { code: 'queue_in_use', status: 409 },
    '42602': { code: 'queue_name_invalid', status: 400 },
    '42622': { code: 'queue_name_invalid', status: 400 },
    '42P01': { code: 'queue_not_found', status: 404, hint: 'Reload the list of queues.' },
    '53100': { code: 'disk_full', status: 507, hint: 'Delete data or add disk space.' },
    '54000': { code: 'queue_message_invalid', status: 400, hint: 'Send a smaller message.' },
    '55P03': { code: 'queue_busy', status: 409, hint: 'Try again in a moment.' },
    '57014': { code: 'queue_timeout', status: 408, hint: 'Try again, or use SQL.' },
  }),
)

/**
 * Lost connections, missing resources and internal errors of Postgres, which are not the member's
 * fault.
 */
const NOT_THE_MEMBERS = /^(?:08|53[^1]|57P|58|XX)/

/** Rethrows Postgres's refusal as an error for the member, with its message and next step. */
export function refuse(cause: unknown): never {
  if (!isDatabaseFailure(cause) || NOT_THE_MEMBERS.test(cause.code)) throw cause
  // All other refusals come from the owner's own triggers, rights and constraints.
  const known = KNOWN.get(cause.code) ?? { code: 'queue_refused', status: 409 }
  const hint = known.hint ?? cause.hint ?? 'Check the tables of the queue in the SQL editor.'
  throw new AppError(known.code, `${cause.message}.`, { status: known.status, hint, cause })
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
