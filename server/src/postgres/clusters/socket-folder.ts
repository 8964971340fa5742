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

/** The directory of the database whose cluster listens in this folder. */
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
  // A lock file left by a dead server may contain a process number that now belongs to another
  // process.
  await remove(socketDir)
  mkdirSync(socketDir, { recursive: true })
  chmodSync(socketDir, 0o700)
  if (account) chownSync(socketDir, account.uid, account.gid)
}

/**
 * Takes the folder from the account once Postgres listens in it; otherwise the account could
 * replace the socket by a link that every client of the server would follow. Postgres no longer
 * needs the folder, which is removed with the socket.
 */
export function closeSocketFolder(socketDir: string, account: Account | undefined): void {
  if (!account) return
  chownSync(socketDir, process.getuid?.() ?? 0, account.gid)
  chmodSync(socketDir, 0o710)
  const found = lstatSync(path.join(socketDir, SOCKET))
  if (!found.isSocket() || found.uid !== account.uid)
    throw unexpectedFile(SOCKET, 'is not a socket')
}

/** Removes the socket itself, because the folder is closed to Postgres. */
export function removeSocket(socketDir: string): void {
  for (const name of [SOCKET, `${SOCKET}.lock`])
    try {
      unlinkSync(path.join(socketDir, name))
    } catch {
      // The entry is gone, or is something that is removed with the folder.
    }
}
