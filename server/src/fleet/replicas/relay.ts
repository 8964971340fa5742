import type { Socket } from 'node:net'
import { openClusterSocket, type ClusterSocket } from '../../postgres/clusters/socket.ts'
import type { Account } from '../../postgres/engines/account.ts'
import { connectToCluster, socketPathOf } from '../../postgres/front-door/sockets.ts'
import { SOCKET_PORT } from '../../postgres/clusters/socket-folder.ts'

/** The socket through which one replica reaches its primary. */
export type Relay = Pick<ClusterSocket, 'folder' | 'port'> & {
  /** Accepts no more connections and closes the open ones. */
  close(): void
}

/**
 * Forwards a replica's connections to its primary. They are clusters with accounts of their own, so
 * neither can reach the socket of the other. The primary asks for the password, as it does everywhere.
 */
export async function openRelay({
  socketDir,
  account,
  primary,
}: {
  /** The folder of the replica's own socket. */
  readonly socketDir: string
  /** The account of the replica. */
  readonly account: Account | undefined
  /** The folder of the primary's socket. */
  readonly primary: string
}): Promise<Relay> {
  const sockets = new Set<Socket>()
  const target = socketPathOf({ socketDir: primary, port: SOCKET_PORT })
  const socket = await openClusterSocket({ socketDir, account }, SOCKET_PORT, (from) => {
    track(sockets, from)
    connectToCluster(target).then(
      (to) => {
        track(sockets, to)
        join(from, to)
      },
      () => from.destroy(),
    )
  })
  return {
    folder: socket.folder,
    port: socket.port,
    close() {
      socket.close()
      for (const each of sockets) each.destroy()
    },
  }
}

function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket)
  // A broken connection ends both sides; without a listener, it would end the process.
  socket.on('error', () => {})
  socket.once('close', () => sockets.delete(socket))
}

/** Each side's end is forwarded, and both are closed when one of them is. */
function join(from: Socket, to: Socket): void {
  if (from.destroyed) return void to.destroy()
  from.pipe(to)
  to.pipe(from)
  from.once('close', () => to.destroy())
  to.once('close', () => from.destroy())
}
