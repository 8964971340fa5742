import { chmod } from 'node:fs/promises'
import type { Server, Socket } from 'node:net'

/** The way of one process to a place that is otherwise closed to it. */
export type Gate = { close(): void }

/** Opens a way at a Unix socket in the folder of the process. */
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
  // The function's process can run as another account; its folder is open to that one alone.
  await chmod(file, 0o666)
  return {
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
