import { describeError } from '../../lib/describe-error.ts'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { toUnavailable } from '../../postgres/unavailable.ts'
import { renderError } from './errors.ts'

/** A status, the text of a body, and the seconds after which the same request may succeed. */
export type Reply = {
  readonly status: number
  readonly body: string
  readonly retryAfter?: number | undefined
}

/**
 * Renders the result of a request as GraphQL over HTTP: `data`, or `data: null` with `errors`. An
 * unexpected error is a bug: it is logged and answered with 500 and a neutral message.
 */
export async function respond(
  work: () => Promise<string>,
  fault: { readonly log: Log; readonly id: string; readonly ref: string },
): Promise<Reply> {
  try {
    return { status: 200, body: `{"data":${await work()}}` }
  } catch (error) {
    return replyOf(error, fault)
  }
}

export function replyOf(
  given: unknown,
  { log, id, ref }: { readonly log: Log; readonly id: string; readonly ref: string | undefined },
): Reply {
  const error = toUnavailable(given) ?? given
  const rendered = renderError(error)
  const retryAfter = error instanceof AppError ? error.retryAfter : undefined
  if (rendered) return { status: rendered.status, body: errorBody(rendered.errors), retryAfter }
  log.error({ id, ref, err: describeError(error) }, 'graphql')
  const message = 'Something went wrong on our side.'
  return { status: 500, body: errorBody([{ message, extensions: { code: 'internal_error' } }]) }
}

const errorBody = (errors: readonly unknown[]) => JSON.stringify({ data: null, errors })
