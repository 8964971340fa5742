import { rm } from 'node:fs/promises'
import net from 'node:net'
import { AppError } from './errors.ts'

/**
 * Takes a lock that the system releases when the process ends for any reason: a listening Unix
 * socket. A socket file left by `kill -9` refuses connections and is replaced.
 */
export async function takeSingleInstanceLock(socketPath: string): Promise<{ release(): void }> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const server = await listen(socketPath)
    if (server) {
      server.unref()
      return { release: () => void server.close() }
    }
    if (await answers(socketPath)) break
    await rm(socketPath, { force: true })
  }
  throw new AppError('already_running', 'Another Stoa server already uses this data folder.', {
    status: 500,
    hint: 'Use that server, or set STOA_DATA_DIR to another folder.',
  })
}

function listen(socketPath: string): Promise<net.Server | undefined> {
  const server = net.createServer((socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(socketPath, () => resolve(server))
  })
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
