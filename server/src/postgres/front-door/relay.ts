import type { Socket } from 'node:net'

export type RelayOptions = {
  /** How long one side may stay without sending when the other has ended, in milliseconds. */
  readonly lingerMs: number
  /** Called once, before a server that has not ended is let go because its client has. */
  onAbandoned(): void
}

/**
 * Passes bytes between a client and its server until both are gone, waiting where one reads slower
 * than the other sends. What one side ends is ended towards the other, which may finish what it is
 * saying; an error on one side ends the other. Resolves when both are closed.
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
        // A long answer to a client that has only ended its own side is still on its way.
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
      // Nobody takes what the client still sends; its end is only seen when that is read.
      client.resume()
      closed()
    })
    client.pipe(server)
    server.pipe(client)
  })
}
