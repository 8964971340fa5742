import type { Socket } from 'node:net'

export type RelayOptions = {
  /** How long one side may stay open without sending after the other has closed, in milliseconds. */
  readonly lingerMs: number
  /** Ends an open connection to the server whose client has disconnected, at the latest in `lingerMs`. */
  leave(): void
}

/**
 * Forwards bytes between a client and its server until both are closed, with backpressure. The end of
 * one side is forwarded to the other, which can finish sending; an error on one side closes the
 * other. Resolves when both are closed.
 */
export function relay(client: Socket, server: Socket, options: RelayOptions): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    let open = 2

    const moved = () => client.bytesRead + server.bytesRead
    const linger = () => {
      clearTimeout(timer)
      const before = moved()
      timer = setTimeout(() => {
        // A client that has closed only its sending side is still receiving a long response.
        if (moved() !== before) return linger()
        if (!server.destroyed) options.leave()
        server.destroy()
        client.destroy()
      }, options.lingerMs)
    }
    const closed = () => {
      open -= 1
      if (open > 0) return
      clearTimeout(timer)
      resolve()
    }

    client.once('finish', linger)
    server.once('finish', linger)
    client.once('close', () => {
      if (!server.destroyed) options.leave()
      linger()
      closed()
    })
    server.once('close', () => {
      client.end()
      // The rest of the client's bytes is read and discarded, because its end comes after them.
      client.resume()
      closed()
    })
    client.pipe(server)
    server.pipe(client)
  })
}
