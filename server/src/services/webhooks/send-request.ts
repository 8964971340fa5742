import { AppError } from '../../lib/errors.ts'
import type { Outgoing, OutgoingResponse } from '../../lib/outgoing.ts'

export type QueuedRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly timeoutMs: number
}

/** The outcome of a request: a response, or a sentence that says why there is none. */
export type Result =
  | { readonly response: OutgoingResponse }
  | { readonly error: string; readonly isTimeout: boolean }

/** How much of a response the worker keeps in memory and in the database. */
export const MAX_RESPONSE_BYTES = 2 * 1024 * 1024
const MAX_TIMEOUT_MS = 300_000
const MAX_REDIRECTS = 5

/** Headers of the connection, which the server sets itself. */
export const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'transfer-encoding',
])
/** Headers that are sent only to the origin of the first request. */
const PRIVATE_HEADERS = new Set(['apikey', 'authorization', 'cookie'])

/**
 * Sends a request and follows its redirects, each to an allowed address. Never rejects. A redirect
 * to another origin carries no credentials.
 */
export async function sendRequest(
  outgoing: Outgoing,
  request: QueuedRequest,
  context: { readonly signal: AbortSignal; readonly ownUrl: string; readonly now: () => number },
): Promise<Result> {
  const timeoutMs = Math.min(Math.max(request.timeoutMs, 1), MAX_TIMEOUT_MS)
  const end = context.now() + timeoutMs
  let next = { ...request, headers: without(OWN_HEADERS, request.headers) }
  try {
    for (let redirects = 0; ; redirects++) {
      const response = await outgoing.request({
        url: next.url,
        method: next.method,
        headers: next.headers,
        ...(next.body !== undefined && { body: next.body }),
        timeoutMs: Math.max(end - context.now(), 1),
        maxBytes: MAX_RESPONSE_BYTES,
        signal: context.signal,
        ownUrl: context.ownUrl,
        isRepeatable: true,
      })
      const target = redirectOf(next.url, response)
      if (target === undefined) return { response }
      if (redirects === MAX_REDIRECTS)
        return {
          error: `The server redirected the request more than ${MAX_REDIRECTS} times.`,
          isTimeout: false,
        }
      next = redirected(next, target, response.status)
    }
  } catch (error) {
    if (!(error instanceof AppError)) return { error: 'The request failed.', isTimeout: false }
    const isTimeout = error.code === 'outgoing_timeout'
    const message = isTimeout ? `Timeout of ${timeoutMs} ms reached.` : error.message
    return { error: error.hint === undefined ? message : `${message} ${error.hint}`, isTimeout }
  }
}

function redirectOf(url: string, { status, headers }: OutgoingResponse): string | undefined {
  const location = headers['location']
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined
  return URL.canParse(location, url) ? new URL(location, url).href : undefined
}

function redirected(request: QueuedRequest, url: string, status: number): QueuedRequest {
  const isSameOrigin = new URL(url).origin === new URL(request.url).origin
  const headers = isSameOrigin ? request.headers : without(PRIVATE_HEADERS, request.headers)
  const keepsMethod = status === 307 || status === 308 || request.method === 'GET'
  if (keepsMethod) return { ...request, url, headers }
  return { ...request, url, method: 'GET', body: undefined, headers }
}

const without = (
  names: ReadonlySet<string>,
  headers: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase())))
