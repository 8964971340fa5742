import type { Socket } from 'node:net'

export type RelayOptions = {
  /** How long one side may stay silent after the other has ended, in milliseconds. */
  readonly lingerMs: number
  /** Called once, before the server's connection is closed because the client has gone. */
  onAbandoned(): void
}

/**
 * Passes bytes between a client and its server with back pressure, until both have closed. When one
 * side ends, the other may finish sending; an error on one side ends the other. Resolves when both
 * are closed.
 */
export function relay(client: Socket, server: Socket, options: RelayOptions): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    let open = 2

    const letGo = () => {
      if (!server.destroyed && !server.readableEnded) options.onAbandoned()
      server.destroy()
    }
    const moved = () => client.bytesRead + server.bytesRead
    const linger = () => {
      clearTimeout(timer)
      const before = moved()
      timer = setTimeout(() => {
        // A client that has closed only its own side may still be receiving a long answer.
        if (moved() !== before) return linger()
        letGo()
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
      letGo()
      closed()
    })
    server.once('close', () => {
      client.end()
      // The client's remaining bytes are read and dropped, because its end is only seen after them.
      client.resume()
      closed()
    })
    client.pipe(server)
    server.pipe(client)
  })
}
