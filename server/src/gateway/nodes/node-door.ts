import { mkdir, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import type { NodeDoorOptions } from './node-leases.ts'
import { SOCKET } from './protocol.ts'
import { serveNode } from './serve-node.ts'

export type NodeDoor = {
  /** Opens the door in a folder that only the server's account can enter. */
  listen(folder: string): Promise<void>
  close(): void
}

/**
 * Where further processes of this installation ask for projects. A node gets the project's keys and
 * settings, and the project stays awake until the node releases it or ends; the operating system
 * reports that end.
 */
export function createNodeDoor(options: NodeDoorOptions): NodeDoor {
  const open = new Set<Socket>()
  let isClosing = false
  const server = createServer((socket) => {
    open.add(socket)
    serveNode(socket, { ...options, isClosing: () => isClosing })
    socket.once('close', () => open.delete(socket))
  })
  return {
    async listen(folder) {
      // An earlier server may have left its socket.
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { mode: 0o700 })
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(path.join(folder, SOCKET), resolve)
      })
    },
    close() {
      isClosing = true
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
