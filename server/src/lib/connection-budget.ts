import type { Socket } from 'node:net'
import type { Log } from './log.ts'

/** Counts the connections of clients, so that the process always has open files left for its work. */
export type ConnectionBudget = {
  /** Counts a connection until it closes; false if there is no room for it. */
  admit(socket: Socket): boolean
}

/**
 * A process that has no open files left can neither accept connections nor open its databases, so
 * the last ones are refused while it can still say why. Logged once, until half of them have closed.
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
