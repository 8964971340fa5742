import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ConnectionBudget } from '../lib/connection-budget.ts'
import { networkOf } from '../lib/network-of.ts'
import { NETWORK_FULL, refuseConnection, SERVER_FULL } from './malformed-request.ts'

/** Refuses new connections while the process has no room for more. */
export function limitAllConnections(app: FastifyInstance, budget: ConnectionBudget): void {
  // Registered first, because Node's own listener starts to read requests.
  app.server.prependListener('connection', (socket: Socket) => {
    if (!socket.destroyed && !budget.admit(socket)) refuseConnection(socket, SERVER_FULL)
  })
}

/**
 * Limits the open connections of each client network, so that one address cannot take every socket
 * of the server. Connections from this machine are not limited: a proxy on it carries those of all
 * clients, and the server itself those of all projects' functions. Each project has its own limit
 * in any case.
 *
 * @param max 0 for no limit.
 */
export function limitConnections(app: FastifyInstance, max: number): void {
  if (max === 0) return
  const counts = new Map<string, number>()

  // Registered first, because Node's own listener starts to read requests.
  app.server.prependListener('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (isLoopback(network) || socket.remoteAddress === socket.localAddress) return
    const count = (counts.get(network) ?? 0) + 1
    if (count > max) return refuseConnection(socket, NETWORK_FULL)
    counts.set(network, count)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
  })
}

/** `networkOf` writes `::1` as the network that contains it. */
export const isLoopback = (network: string): boolean =>
  network.startsWith('127.') || network === '0:0:0:0::/64'
