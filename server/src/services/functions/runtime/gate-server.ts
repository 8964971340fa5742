import type { Server, Socket } from 'node:net'
import path from 'node:path'
import { openSocketIn } from '../../../lib/untrusted-folder/files.ts'

/** A process's connection to an address that is otherwise closed to it. */
export type Gate = { close(): void }

/** Opens a gate at a Unix socket in the folder of the process. */
export async function openAt(file: string, server: Server): Promise<Gate> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(file, resolve)
  })
  // The function's process can run as another account, and only that account can enter its folder.
  const socket = await openSocketIn(path.dirname(file), path.basename(file))
  await socket.chmod(0o666).finally(() => socket.close())
  return {
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
