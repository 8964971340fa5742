import { connect } from 'node:net'
import { writeCancelRequest, type CancelKey } from '../front-door/startup-message.ts'

type Address = { readonly path: string } | { readonly host: string; readonly port: number }

/**
 * Asks Postgres to cancel the statement of a session. Resolves with true when Postgres closes the
 * connection: the session's process has the signal by then, so no later statement can be canceled
 * by it. Resolves with false if Postgres cannot be reached, or after `deadlineMs`.
 */
export function sendCancel(address: Address, key: CancelKey, deadlineMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    let isConfirmed = false
    const timer = setTimeout(() => socket.destroy(), deadlineMs)
    // Refused and broken connections end the same way.
    socket.on('error', () => {})
    socket.once('end', () => {
      isConfirmed = true
      socket.destroy()
    })
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(isConfirmed)
    })
    socket.resume()
    socket.write(writeCancelRequest(key))
  })
}
