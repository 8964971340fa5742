import { connect } from 'node:net'
import path from 'node:path'
import type { Client } from 'pg'
import { writeCancelRequest, type CancelKey } from '../front-door/startup-message.ts'
import type { Endpoint } from './connect.ts'

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

const DEADLINE_MS = 5000

/** Asks for the cancellation of what runs on one of the server's own connections. */
export function cancelStatement({ host, port }: Endpoint, client: Client): Promise<boolean> {
  // The types of pg leave them out. A session of protocol 3.0 has a secret of four bytes.
  const pid: unknown = Reflect.get(client, 'processID')
  const secretKey: unknown = Reflect.get(client, 'secretKey')
  if (typeof pid !== 'number' || typeof secretKey !== 'number') return Promise.resolve(false)
  const secret = Buffer.alloc(4)
  secret.writeInt32BE(secretKey)
  const address = host.startsWith('/')
    ? { path: path.join(host, `.s.PGSQL.${port}`) }
    : { host, port }
  return sendCancel(address, { pid, secret }, DEADLINE_MS)
}
