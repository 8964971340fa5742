import { chmod, chown, lstat, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { removeIn } from '../../lib/untrusted-folder/files.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import { unexpectedFile } from '../../lib/untrusted-folder/refusals.ts'
import type { Account } from '../engines/account.ts'

export const SOCKET_PORT = 5432
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
  await mkdir(socketDir, { recursive: true })
  await chmod(socketDir, 0o700)
  if (account) await chown(socketDir, account.uid, account.gid)
}

/**
 * Takes the folder from the account once Postgres listens in it: every client of the server would
 * follow a link that is put in the place of the socket. Postgres needs no more of it; the folder is
 * removed with the socket.
 */
export async function closeSocketFolder(
  socketDir: string,
  account: Account | undefined,
): Promise<void> {
  if (!account) return
  await chown(socketDir, process.getuid?.() ?? 0, account.gid)
  await chmod(socketDir, 0o710)
  const found = await lstat(path.join(socketDir, SOCKET))
  if (!found.isSocket() || found.uid !== account.uid)
    throw unexpectedFile(SOCKET, 'is not a socket')
}

/** Removes what Postgres can no longer remove itself, because the folder is closed to it. */
export async function removeSocket(socketDir: string): Promise<void> {
  for (const name of [SOCKET, `${SOCKET}.lock`]) await removeIn(socketDir, name)
}
