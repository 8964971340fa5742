import type { Outcome } from './history.ts'

export type Result = { readonly outcome: Outcome; readonly detail: string; readonly body: unknown }

const TIMEOUT_MS = 20_000

/** The connection to the database broke, maybe after the statement was committed. */
const IN_DOUBT = /database_unavailable|PGRST001|connection_lost|may_have_committed/
/** The request had no effect. */
const NOT_BEGUN = /server_starting|project_not_ready|server_full/

/**
 * Sends a request and classifies its response. `canBegin`: the server runs the project's code for
 * it and cannot undo its effects, so most refusals leave the outcome open.
 */
export async function send(
  url: string,
  { canBegin = false, ...init }: RequestInit & { canBegin?: boolean } = {},
): Promise<Result> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    const detail = response.ok ? '' : `${response.status} ${text.slice(0, 200)}`
    return { outcome: outcomeOf(response, text, canBegin), detail, body: parse(text) }
  } catch (error) {
    const cause: unknown = error instanceof Error ? (error.cause ?? error) : error
    const detail = String((cause as { code?: unknown }).code ?? cause)
    return { outcome: detail === 'ECONNREFUSED' ? 'refused' : 'unknown', detail, body: undefined }
  }
}

function outcomeOf({ ok, status, headers }: Response, text: string, canBegin: boolean): Outcome {
  if (ok) return 'acknowledged'
  if (canBegin) return NOT_BEGUN.test(text) ? 'refused' : 'unknown'
  if (status < 500 || status === 507 || status === 540) return 'refused'
  return status === 503 && headers.has('retry-after') && !IN_DOUBT.test(text)
    ? 'refused'
    : 'unknown'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
