import type { Server as HttpServer } from 'node:http'
import { createServer } from 'node:net'

export type ApiPort = {
  /** Passes accepted connections on to this server. */
  serveWith(server: HttpServer): void
  /** Opens the port; with 0, the operating system chooses one. Rejects as Node's `listen` does. */
  listen(host: string, port: number): Promise<void>
  /** Undefined while the port is not open. */
  port(): number | undefined
  /** Accepts no further connections; those that are open end with the HTTP server. */
  close(): void
}

/**
 * A second port of the HTTP server, so that project APIs have an origin that the dashboard does not
 * share where hosts have no subdomains. `address.ts` tells the ports apart.
 */
export function createApiPort(): ApiPort {
  // The options of Node's own HTTP server.
  const listener = createServer({ allowHalfOpen: true, noDelay: true })
  let opened: number | undefined
  return {
    serveWith(server) {
      listener.on('connection', (socket) => server.emit('connection', socket))
    },
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        listener.once('error', reject)
        listener.listen({ host, port }, () => {
          listener.off('error', reject)
          const address = listener.address()
          // Every request asks for it, and the system's answer is slow.
          opened = typeof address === 'object' ? address?.port : undefined
          resolve()
        })
      }),
    port: () => opened,
    close() {
      opened = undefined
      listener.close()
    },
  }
}
