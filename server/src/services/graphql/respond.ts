import type { Log } from '../../lib/log.ts'
import { isConnectionError } from '../../postgres/failures.ts'
import { renderError } from './errors.ts'

/** A status and the text of a body. */
export type Reply = { readonly status: number; readonly body: string }

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
  error: unknown,
  { log, id, ref }: { readonly log: Log; readonly id: string; readonly ref: string | undefined },
): Reply {
  const rendered = renderError(error) ?? unavailable(error)
  if (rendered) return { status: rendered.status, body: errorBody(rendered.errors) }
  log.error({ id, ref, err: describe(error) }, 'graphql')
  const message = 'Something went wrong on our side.'
  return { status: 500, body: errorBody([{ message, extensions: { code: 'internal_error' } }]) }
}

const errorBody = (errors: readonly unknown[]) => JSON.stringify({ data: null, errors })

function unavailable(error: unknown) {
  if (!isConnectionError(error)) return undefined
  const message = 'The database could not be reached.'
  return { status: 503, errors: [{ message, extensions: { code: 'database_unavailable' } }] }
}

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
