import { chmodSync, chownSync, lstatSync, mkdirSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import { unexpectedFile } from '../../lib/untrusted-folder/refusals.ts'
import type { OwnEndpoint } from '../connections/connect.ts'
import type { Account } from '../engines/account.ts'

/*
 * Synchronous: the folder is in memory on most systems, and Node's threads can be busy with other
 * files while a project starts.
 */

export const SOCKET_PORT = 5432

/** Where a cluster that listens in this folder has its database. */
export const ownEndpoint = (socketDir: string): OwnEndpoint => ({
  host: socketDir,
  port: SOCKET_PORT,
  database: 'postgres',
})

const SOCKET = `.s.PGSQL.${SOCKET_PORT}`
/** The kernel's limit for a Unix socket's path, without the closing zero byte. */
const MAX_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107

/** Makes the empty folder in which a cluster creates its socket. */
export async function prepareSocketFolder(
  socketDir: string,
  account: Account | undefined,
): Promise<void> {
  const length = Buffer.byteLength(path.join(socketDir, SOCKET))
  if (length > MAX_SOCKET_PATH)
    throw new AppError('socket_path_too_long', `The path of the socket has ${length} bytes.`, {
      status: 500,
      hint: `The maximum is ${MAX_SOCKET_PATH} bytes. Set XDG_RUNTIME_DIR to a folder with a shorter path.`,
      details: socketDir,
    })
  // A lock file that an ended server left may name a process number that another process uses today.
  await remove(socketDir)
  mkdirSync(socketDir, { recursive: true })
  chmodSync(socketDir, 0o700)
  if (account) chownSync(socketDir, account.uid, account.gid)
}

/**
 * Takes the folder from the account once Postgres listens in it: every client of the server would
 * follow a link that is put in the place of the socket. Postgres needs no more of it; the folder is
 * removed with the socket.
 */
export function closeSocketFolder(socketDir: string, account: Account | undefined): void {
  if (!account) return
  chownSync(socketDir, process.getuid?.() ?? 0, account.gid)
  chmodSync(socketDir, 0o710)
  const found = lstatSync(path.join(socketDir, SOCKET))
  if (!found.isSocket() || found.uid !== account.uid)
    throw unexpectedFile(SOCKET, 'is not a socket')
}

/** Removes what Postgres cannot remove itself, because the folder is closed to it. */
export function removeSocket(socketDir: string): void {
  for (const name of [SOCKET, `${SOCKET}.lock`])
    try {
      unlinkSync(path.join(socketDir, name))
    } catch {
      // It is gone, or something else that is removed with the folder.
    }
}
