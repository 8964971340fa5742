import type { IncomingMessage } from 'node:http'

/**
 * The headers that are forwarded from a handshake's response. Others, such as cookies, would apply
 * to the whole origin, which projects can share, and the gateway does not see this response.
 */
const PASSED: ReadonlySet<string> = new Set([
  'content-length',
  'content-type',
  'date',
  'retry-after',
  'sec-websocket-accept',
  'sec-websocket-extensions',
  'sec-websocket-protocol',
  'sec-websocket-version',
])

/** The head of a `101 Switching Protocols`, for a connection that is taken over. */
export const switchingHead = (answer: IncomingMessage): string =>
  head(answer, ['connection: Upgrade', 'upgrade: websocket'])

/**
 * The head of any other response to a handshake; the raw body follows, and then the connection
 * ends.
 */
export const closingHead = (answer: IncomingMessage): string => head(answer, ['connection: close'])

function head(
  { statusCode, statusMessage, rawHeaders }: IncomingMessage,
  added: readonly string[],
): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (PASSED.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1]}`)
  }
  return [...lines, ...added, '', ''].join('\r\n')
}
