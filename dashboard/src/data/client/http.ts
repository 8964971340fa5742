import { randomId } from '../../lib/random-id.ts'
import { ApiError, DEFAULT_API_MESSAGE, UNREACHABLE, unknownErrorMessage } from './api-error.ts'

/** The timeout of a HEAD request in milliseconds (SPEC 9). */
const HEAD_TIMEOUT = 60_000

export type HttpRequest = {
  method: string
  url: string
  body?: unknown
  accessToken?: string | undefined
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
}

/**
 * Sends one JSON request. Returns the parsed body, or `undefined` for an empty body or a 204.
 * Throws `ApiError` for an error response or an unreachable server, and the signal's reason when
 * aborted.
 */
export async function sendJson(request: HttpRequest): Promise<unknown> {
  const response = await send(request)
  const body = response.status === 204 ? undefined : await readBody(response)
  if (response.ok) return body
  throw refusal(response, body)
}

/** Sends one JSON request and returns the body while it arrives. Throws like `sendJson`. */
export async function openText(request: HttpRequest): Promise<ReadableStream<Uint8Array>> {
  const response = await send(request)
  if (!response.ok) throw refusal(response, await readBody(response))
  return response.body ?? new Blob().stream()
}

/**
 * Returns the named response headers of a HEAD request, with null for an absent one. Throws
 * `ApiError` for an error response, and after `timeout` milliseconds as if the server were
 * unreachable.
 */
export async function readHeaders<Name extends string>(
  url: string,
  names: readonly Name[],
  { timeout = HEAD_TIMEOUT }: { timeout?: number } = {},
): Promise<Record<Name, string | null>> {
  const deadline = AbortSignal.timeout(timeout)
  const response = await send({ method: 'HEAD', url, signal: deadline }).catch((error: unknown) => {
    throw deadline.aborted ? new ApiError(UNREACHABLE, { code: 0 }) : error
  })
  if (!response.ok) throw refusal(response, undefined)
  const read = (name: Name) => [name, response.headers.get(name)] as const
  return Object.fromEntries(names.map(read)) as Record<Name, string | null>
}

async function send({ method, url, body, accessToken, signal, headers }: HttpRequest) {
  try {
    return await fetch(url, {
      method,
      credentials: 'include',
      headers: {
        Accept: 'application/json',
        'X-Request-Id': randomId(),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(UNREACHABLE, { code: 0 })
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    if (response.ok) throw new ApiError(DEFAULT_API_MESSAGE, { code: response.status })
    return undefined
  }
}

function refusal(response: Response, body: unknown): ApiError {
  const fields = isRecord(body) ? body : {}
  const message =
    text(fields['message']) ?? text(fields['msg']) ?? text(fields['error_description'])
  return new ApiError(message ?? unknownErrorMessage(response.status), {
    code: response.status,
    errorCode: text(fields['error_code']) ?? text(fields['code']) ?? text(fields['error']),
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfter: secondsToWait(response.headers),
    details: fields['details'],
    hint: text(fields['hint']),
  })
}

/**
 * The seconds in `Retry-After`, which is a number or an HTTP date (RFC 9110 10.2.3). A date is
 * counted from the response's own Date, because this computer's clock can be wrong.
 */
function secondsToWait(headers: Headers, now = Date.now): number | undefined {
  const wanted = headers.get('Retry-After')?.trim() ?? ''
  if (/^\d+$/.test(wanted)) return Number(wanted)
  if (!wanted.endsWith(' GMT')) return undefined
  const answeredAt = Date.parse(headers.get('Date') ?? '')
  const wait = Date.parse(wanted) - (Number.isNaN(answeredAt) ? now() : answeredAt)
  return Number.isNaN(wait) ? undefined : Math.max(0, Math.ceil(wait / 1000))
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
