import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { AppError } from '../../../../lib/errors.ts'
import { storableText } from '../../../../lib/storable-text.ts'
import { MAX_RESPONSE_BYTES, MAX_SHOWN_LENGTH } from '../limits.ts'
import type { Attempt, Receipt, ReceiverDeps } from './receiver.ts'

const compress = promisify(gzip)

export type DrainRequest = {
  readonly url: string
  readonly method?: 'POST' | 'PUT'
  readonly contentType: string
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  readonly isCompressed?: boolean
}

/** Sends a request once. A status of 200 to 299 accepts the events. */
export async function post(
  { outgoing, ownUrl }: ReceiverDeps,
  { url, method = 'POST', contentType, body, headers, isCompressed = false }: DrainRequest,
  { signal, timeoutMs }: Attempt,
): Promise<Receipt> {
  try {
    const { status, body: response } = await outgoing.request({
      url,
      method,
      headers: {
        ...withoutOwn(headers ?? {}),
        'content-type': contentType,
        'user-agent': 'Stoa log drain',
        ...(isCompressed && { 'content-encoding': 'gzip' }),
      },
      bytes: isCompressed ? await compress(body) : Buffer.from(body),
      timeoutMs,
      maxBytes: MAX_RESPONSE_BYTES,
      signal,
      ...(ownUrl() !== '' && { ownUrl: ownUrl() }),
      isRepeatable: true,
    })
    return {
      isAccepted: status >= 200 && status < 300,
      status,
      response: storableText(response.slice(0, MAX_SHOWN_LENGTH)),
    }
  } catch (error) {
    return failedAttempt(error)
  }
}

export const failedAttempt = (error: unknown): Receipt => ({
  isAccepted: false,
  status: null,
  response: storableText(
    (error instanceof AppError ? error.message : 'The request failed.').slice(0, MAX_SHOWN_LENGTH),
  ),
})

/** Headers that describe the body or the connection belong to the request itself. */
const OWN = new Set(['content-type', 'content-length', 'content-encoding', 'host', 'connection'])

const withoutOwn = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !OWN.has(name.toLowerCase()) && name.toLowerCase() !== 'transfer-encoding',
    ),
  )

export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

/** A URL with the path of an API, unless it has it already. */
export function withPath(base: string, path: string): string {
  const url = new URL(base)
  const own = withoutTrailingSlashes(url.pathname)
  if (!own.endsWith(path)) url.pathname = `${own}${path}`
  return url.href
}
