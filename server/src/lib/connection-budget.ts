import type { Socket } from 'node:net'
import type { Log } from './log.ts'

/** Counts client connections, so that the process keeps enough open files for its own work. */
export type ConnectionBudget = {
  /** Counts a connection until it closes; false if there is no room for it. */
  admit(socket: Socket): boolean
}

/**
 * A process without free file descriptors can neither accept connections nor open its databases, so
 * the last connections are refused while the server can still say why. Logged once, until half of
 * them have closed.
 */
export function createConnectionBudget(max: number, log: Log): ConnectionBudget {
  let open = 0
  let isLogged = false
  return {
    admit(socket) {
      if (open >= max) {
        if (!isLogged) log.warn({ max }, 'New connections are refused because too many are open.')
        isLogged = true
        return false
      }
      open += 1
      socket.once('close', () => {
        open -= 1
        if (open <= max / 2) isLogged = false
      })
      return true
    },
  }
}
