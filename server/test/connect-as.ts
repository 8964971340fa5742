import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Becomes the account of the first argument and connects to each of the other arguments, a host and
 * a port. Prints which of them it reached. Must run as root.
 */
const [id, ...targets] = process.argv.slice(2)
process.setgid?.(Number(id))
process.setuid?.(Number(id))

const GIVE_UP_MS = 1000

async function connect(target: string): Promise<boolean> {
  const at = target.lastIndexOf(':')
  const socket = net.connect({ host: target.slice(0, at), port: Number(target.slice(at + 1)) })
  const reached = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  return Promise.race([reached, pause(GIVE_UP_MS, false)]).finally(() => socket.destroy())
}

const reached = await Promise.all(targets.map(connect))
process.stdout.write(JSON.stringify(targets.filter((_, index) => reached[index] === true)))
process.exit(0)
