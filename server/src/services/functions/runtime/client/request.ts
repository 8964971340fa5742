import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'

export type ClientRequest = {
  readonly method: string
  /** The URL that the function sees. */
  readonly target: string
  /** Without the connection's own headers; strings and values are in Latin-1. */
  readonly headers: IncomingHttpHeaders
  /** A whole body, or a stream; without a length in the headers it is sent in chunks. */
  readonly body: Buffer | Readable | undefined
}

const TARGET = /^[\x21-\x7e\x80-\xff]+$/
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

export const isChunked = ({ headers, body }: ClientRequest): boolean =>
  body instanceof Readable && headers['content-length'] === undefined

/**
 * The head of a request as it is sent, in Latin-1. Throws if a part contains a character that it
 * cannot have, such as a line break.
 */
export function writeHead(request: ClientRequest): string {
  const { method, target, headers } = request
  if (!NAME.test(method) || !TARGET.test(target)) throw new Error('The request line is malformed')
  let head = `${method} ${target} HTTP/1.1\r\n`
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    if (typeof value === 'string') head += headerLine(name, value)
    else for (const each of value) head += headerLine(name, each)
  }
  return isChunked(request) ? `${head}transfer-encoding: chunked\r\n\r\n` : `${head}\r\n`
}

function headerLine(name: string, value: string): string {
  if (!NAME.test(name) || !VALUE.test(value)) throw new Error(`The header ${name} is malformed`)
  return `${name}: ${value}\r\n`
}
