import { randomId } from '../lib/random-id.ts'
import { ApiError, DEFAULT_API_MESSAGE, UNREACHABLE, unknownErrorMessage } from './api-error.ts'

export type HttpRequest = {
  method: string
  url: string
  body?: unknown
  accessToken?: string | undefined
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
}

/**
 * One JSON request. Gives the parsed body, `undefined` for an empty one or a 204; throws `ApiError`
 * for a refusal or when the server cannot be reached, and the signal's reason when cancelled.
 */
export async function sendJson(request: HttpRequest): Promise<unknown> {
  const response = await send(request)
  const body = response.status === 204 ? undefined : await readBody(response)
  if (response.ok) return body
  throw refusal(response, body)
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
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  const message =
    text(fields['message']) ?? text(fields['msg']) ?? text(fields['error_description'])
  return new ApiError(message ?? unknownErrorMessage(response.status), {
    code: response.status,
    errorCode: text(fields['error_code']) ?? text(fields['code']) ?? text(fields['error']),
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    details: fields['details'],
    hint: text(fields['hint']),
  })
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
