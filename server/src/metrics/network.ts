import type { Socket } from 'node:net'

/** The bytes that clients of each project have sent and received since the server started. */
export type Network = {
  /** Counts the bytes of one request. */
  add(ref: string, bytes: Traffic): void
  /** Counts everything from now on until the connection closes. */
  watch(ref: string, socket: Pick<Socket, 'bytesRead' | 'bytesWritten' | 'once'>): void
  total(ref: string): Traffic
  forget(ref: string): void
}

export type Traffic = { readonly received: number; readonly sent: number }

type Connection = Pick<Socket, 'bytesRead' | 'bytesWritten'>
type ProjectTraffic = { received: number; sent: number; readonly open: Set<() => Traffic> }

export function createNetwork(): Network {
  const projects = new Map<string, ProjectTraffic>()

  function trafficOf(ref: string): ProjectTraffic {
    let traffic = projects.get(ref)
    if (!traffic) projects.set(ref, (traffic = { received: 0, sent: 0, open: new Set() }))
    return traffic
  }

  return {
    add(ref, { received, sent }) {
      const traffic = trafficOf(ref)
      traffic.received += received
      traffic.sent += sent
    },
    watch(ref, socket) {
      const traffic = trafficOf(ref)
      const since = { received: socket.bytesRead, sent: socket.bytesWritten }
      const read = () => difference(socket, since)
      traffic.open.add(read)
      socket.once('close', () => {
        const { received, sent } = read()
        traffic.open.delete(read)
        traffic.received += received
        traffic.sent += sent
      })
    },
    total(ref) {
      const traffic = projects.get(ref)
      if (!traffic) return { received: 0, sent: 0 }
      let { received, sent } = traffic
      for (const read of traffic.open) {
        const open = read()
        received += open.received
        sent += open.sent
      }
      return { received, sent }
    },
    forget: (ref) => void projects.delete(ref),
  }
}

const difference = ({ bytesRead, bytesWritten }: Connection, since: Traffic): Traffic => ({
  received: Math.max(0, bytesRead - since.received),
  sent: Math.max(0, bytesWritten - since.sent),
})
