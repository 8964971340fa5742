import type { Socket } from 'node:net'
import { connectToCluster } from './sockets.ts'

/** Connections to clusters, each served by one Postgres process. */
export type Backends = {
  /**
   * Connects a client to a cluster as soon as fewer than `max` processes serve connections there, or
   * as many as its own maximum allows.
   * Resolves with undefined if the client has disconnected by then. Rejects with `database_unavailable`
   * if no cluster listens.
   */
  open(socketPath: string, client: Socket, ownMax?: number): Promise<Socket | undefined>
}

type Cluster = {
  /** Slots that are taken, or reserved for a client that is connecting. */
  taken: number
  /** The waiting clients, each with the callback that grants it a slot. */
  readonly waiting: Map<Socket, () => void>
}

const hasLeft = (client: Socket) => client.destroyed || client.writableEnded

/**
 * Counts the processes of each cluster until they have ended. The process of a dropped connection
 * takes a moment to notice; if it no longer counted, connections opened quickly enough would use up
 * all slots of a cluster.
 */
export function createBackends(max: number): Backends {
  const clusters = new Map<string, Cluster>()

  /** Resolves with whether the client got a slot: false if it disconnected first. */
  async function enter(socketPath: string, client: Socket, limit: number): Promise<boolean> {
    if (hasLeft(client)) return false
    const cluster = clusters.get(socketPath) ?? { taken: 0, waiting: new Map() }
    clusters.set(socketPath, cluster)
    if (cluster.taken < limit) {
      cluster.taken += 1
      return true
    }
    return new Promise((resolve) => {
      const leaves = () => {
        cluster.waiting.delete(client)
        resolve(false)
      }
      client.once('close', leaves)
      cluster.waiting.set(client, () => {
        client.off('close', leaves)
        cluster.waiting.delete(client)
        resolve(true)
      })
    })
  }

  function leave(socketPath: string): void {
    const cluster = clusters.get(socketPath)
    if (!cluster) return
    for (const [client, enterNow] of cluster.waiting) if (!hasLeft(client)) return enterNow()
    cluster.taken -= 1
    if (cluster.taken === 0) clusters.delete(socketPath)
  }

  return {
    async open(socketPath, client, ownMax = max) {
      if (!(await enter(socketPath, client, ownMax))) return undefined
      try {
        const server = await connectToCluster(socketPath)
        server.once('close', () => leave(socketPath))
        if (!hasLeft(client)) return server
        server.destroy()
        return undefined
      } catch (error) {
        leave(socketPath)
        throw error
      }
    },
  }
}
