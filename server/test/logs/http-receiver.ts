import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'

export type ReceivedRequest = {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An HTTP server that keeps what it receives. `respond` decides the status of each request. */
export async function startHttpReceiver(
  respond: (request: ReceivedRequest) => number = () => 200,
): Promise<{ readonly url: string; readonly requests: ReceivedRequest[] }> {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const isCompressed = request.headers['content-encoding'] === 'gzip'
      const received = {
        method: request.method,
        path: request.url,
        headers: request.headers,
        body: (isCompressed ? gunzipSync(bytes) : bytes).toString('utf8'),
      }
      const status = respond(received)
      requests.push(received)
      response.writeHead(status).end(status < 300 ? '' : 'not now')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests }
}
