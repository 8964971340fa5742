import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'

/** A destination to which nothing can be sent while the rules are in force. */
export type Canary = {
  readonly address: string
  readonly port: number
  /** Whether the kernel refuses to send to that destination. */
  isRefused(): Promise<boolean>
  close(): void
}

const PORT = 1

/**
 * An administrator can remove the rules at any time, and listing them with a program every few
 * seconds costs more than sending one packet. So the rules also refuse an unused address of this
 * machine, a different one per name: it is refused as long as the rules exist.
 */
export function openCanary(name: string): Canary {
  const [one = 0, two = 0, three = 0] = createHash('sha256').update(name).digest()
  const address = `127.${64 + (one % 128)}.${two}.${three}`
  const socket = createSocket('udp4')
  socket.unref()
  socket.on('error', () => {})
  return {
    address,
    port: PORT,
    isRefused: () =>
      new Promise((resolve) => {
        socket.send('', PORT, address, (error: NodeJS.ErrnoException | null) =>
          resolve(error?.code === 'EPERM'),
        )
      }),
    close: () => void socket.close(),
  }
}
