import { STATUS_CODES } from 'node:http'

/** A response on a socket that no HTTP library serves (any more). */
export type RawResponse = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Written as JSON. */
  readonly body: unknown
}

/** Writes a whole response, after which the connection closes. */
export function rawResponse({ status, headers = {}, body }: RawResponse): string {
  const text = JSON.stringify(body)
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': `${Buffer.byteLength(text)}`,
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`, ...lines, '', text].join(
    '\r\n',
  )
}
