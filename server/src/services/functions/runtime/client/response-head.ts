import type { IncomingHttpHeaders } from 'node:http'
import type { Framing } from './body-decoder.ts'
import { endToEnd } from './end-to-end.ts'
import { MalformedResponse } from './response-errors.ts'

export type ResponseHead = {
  readonly status: number
  /** The forwarded headers. Names are in lower case, and `set-cookie` is a list. */
  readonly headers: IncomingHttpHeaders
  readonly framing: Framing
  /** Whether the connection can be reused for another request. */
  readonly keepsOpen: boolean
}

export const MAX_HEAD_BYTES = 64 * 1024

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d)(?: |$)/
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
const LENGTH = /^\d{1,15}$/
const CLOSE = /\bclose\b/i

/**
 * Parses the head of a response, up to the empty line (RFC 9112). A function can write anything to
 * its socket, so everything but the strict form is refused.
 */
export function parseHead(text: string, method: string): ResponseHead {
  const lines = text.split('\r\n')
  const status = Number(STATUS_LINE.exec(lines[0] ?? '')?.[1] ?? NaN)
  if (Number.isNaN(status)) throw new MalformedResponse('The status line is malformed')
  const headers = Object.create(null) as IncomingHttpHeaders
  for (let index = 1; index < lines.length; index += 1) addHeader(headers, lines[index] ?? '')
  const framing = framingOf(headers, { status, method })
  const keepsOpen = framing !== 'until close' && !CLOSE.test(headers.connection ?? '')
  return { status, headers: endToEnd(headers), framing, keepsOpen }
}

function addHeader(headers: IncomingHttpHeaders, line: string): void {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(0, colon)).toLowerCase()
  const value = line.slice(colon + 1).trim()
  if (!NAME.test(name) || !VALUE.test(value)) throw new MalformedResponse('A header is malformed')
  const before = headers[name]
  if (name === 'set-cookie') headers[name] = [...(headers[name] ?? []), value]
  else headers[name] = before === undefined ? value : `${String(before)}, ${value}`
}

function framingOf(
  headers: IncomingHttpHeaders,
  { status, method }: { readonly status: number; readonly method: string },
): Framing {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || length !== undefined))
    throw new MalformedResponse('The length of the body is unclear')
  if (length !== undefined && !LENGTH.test(length))
    throw new MalformedResponse('The length of the body is malformed')
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return 0
  if (coding !== undefined) return 'chunked'
  return length === undefined ? 'until close' : Number(length)
}
