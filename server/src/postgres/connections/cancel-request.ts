import { connect } from 'node:net'
import { writeCancelRequest, type CancelKey } from '../front-door/startup-message.ts'

type Address = { readonly path: string } | { readonly host: string; readonly port: number }

/**
 * Asks a Postgres to cancel the statement of a session. Resolves when it closes the connection, with
 * true: the session's process has the signal, so that no statement that is sent later can be hit.
 * Resolves with false if it cannot be reached, or after `deadlineMs`.
 */
export function sendCancel(address: Address, key: CancelKey, deadlineMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    let isConfirmed = false
    const timer = setTimeout(() => socket.destroy(), deadlineMs)
    // A refused connection and a broken one end alike.
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
