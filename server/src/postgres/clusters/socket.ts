import { chmod, chown, mkdir, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import type { Account } from '../engines/account.ts'

/** A Unix socket that one cluster can connect to, as `host` and `port` of a foreign server. */
export type ClusterSocket = {
  readonly folder: string
  readonly port: number
  /** Accepts no more connections. The caller ends the open ones. */
  close(): void
}

export type ClusterSocketOptions = {
  /** The folder of the cluster's own socket. */
  readonly socketDir: string
  /** The account of the cluster; undefined is the server's. */
  readonly account: Account | undefined
}

/**
 * Next to the folder of the cluster's own socket and not in it: that folder belongs to the cluster,
 * which could replace a socket by a link.
 */
export const clusterSocketFolder = (socketDir: string): string => `${socketDir}.d`

/**
 * Listens on a Unix socket that only the cluster, and no other account than the server's, can
 * connect to. Clusters that share an account can reach each other's socket, so the listener has to
 * ask for a password. Replaces a socket that an earlier server left.
 */
export async function openClusterSocket(
  { socketDir, account }: ClusterSocketOptions,
  port: number,
  onConnection: (socket: Socket) => void,
): Promise<ClusterSocket> {
  const folder = clusterSocketFolder(socketDir)
  const place = path.join(folder, `.s.PGSQL.${port}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account) await chown(folder, process.getuid?.() ?? 0, account.gid)
  await chmod(folder, account ? 0o710 : 0o700)
  await rm(place, { force: true })
  const server = createServer({ allowHalfOpen: true }, onConnection)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, resolve)
  })
  // Without a listener, a failed accept would end the process.
  server.on('error', () => {})
  if (account) await chown(place, account.uid, account.gid)
  await chmod(place, 0o600)
  return {
    folder,
    port,
    close: () => void server.close(),
  }
}
