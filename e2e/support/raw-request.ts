import { connect } from 'node:net'

export type RawAnswer = {
  readonly status: number
  /** The response's head, as it was sent. */
  readonly head: string
  readonly body: string
  /** Everything that arrived, in case it is more than one response. */
  readonly text: string
}

/**
 * Sends bytes to a server and returns everything it sends until it closes the connection, which the
 * bytes have to request. For requests that no HTTP client would send.
 */
export function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    socket.setTimeout(10_000, () => socket.destroy(new Error('The server did not answer.')))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.once('error', reject)
    socket.once('close', () => {
      const text = Buffer.concat(chunks).toString('latin1')
      const [head = '', ...rest] = text.split('\r\n\r\n')
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
      resolve({ status, head, body: rest.join('\r\n\r\n'), text })
    })
    socket.write(bytes)
  })
}

/** A request of the given lines, which asks the server to close the connection. */
export const request = (line: string, headers: readonly string[] = [], body = ''): string =>
  [line, ...headers, 'Connection: close', '', body].join('\r\n')
