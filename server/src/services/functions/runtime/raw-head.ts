import type { IncomingMessage } from 'node:http'

/** The head of a `101 Switching Protocols` as it came, for a connection that is taken over. */
export const switchingHead = (answer: IncomingMessage): string => head(answer, new Set(), [])

/** The head of any other response to a handshake: the body follows as it is, and then nothing. */
export const closingHead = (answer: IncomingMessage): string =>
  head(answer, OF_CONNECTION, ['connection: close'])

const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding'])

function head(
  { statusCode, statusMessage, rawHeaders }: IncomingMessage,
  dropped: ReadonlySet<string>,
  added: readonly string[],
): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!dropped.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1]}`)
  }
  return [...lines, ...added, '', ''].join('\r\n')
}
