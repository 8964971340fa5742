import { spawnSync } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'

/** Listens at every private address of this machine, and at an abstract Unix socket. */
export type PrivateListeners = {
  /** Of TCP and UDP. */
  readonly port: number
  /** The name of the abstract socket, as JavaScript writes it. */
  readonly abstractSocket: string
  /** The addresses of the machine, with one of a network that exists only now if possible. */
  readonly addresses: readonly string[]
  /** The connections and packets that have arrived since the last call. */
  takeHits(): readonly string[]
  close(): void
}

export async function listenPrivately(options: {
  readonly addsNetwork: boolean
}): Promise<PrivateListeners> {
  const hits: string[] = []
  const closers: (() => void)[] = []
  const remote = options.addsNetwork ? addNetwork() : undefined
  if (remote) closers.push(remote.remove)

  const listener = net.createServer((socket) => {
    hits.push(`TCP from ${socket.remoteAddress}`)
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\nreached')
  })
  const any = await listenAnywhere(listener)
  closers.push(() => listener.close())
  const { port } = listener.address() as AddressInfo

  const datagrams: Socket = createSocket(any === '::' ? 'udp6' : 'udp4')
  datagrams.on('message', (_, { address }) => hits.push(`UDP from ${address}`))
  datagrams.bind(port, any)
  await once(datagrams, 'listening')
  closers.push(() => datagrams.close())

  const name = `stoa-attack-${process.pid}`
  if (process.platform === 'linux') {
    const abstract = net.createServer((socket) => {
      hits.push('abstract socket')
      socket.on('error', () => {})
      socket.end('reached')
    })
    abstract.listen(`\0${name}`)
    await once(abstract, 'listening')
    closers.push(() => abstract.close())
  }
  return {
    port,
    abstractSocket: `\\0${name}`,
    addresses: Object.values(os.networkInterfaces()).flatMap((list) =>
      (list ?? []).map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address)),
    ),
    takeHits: () => hits.splice(0),
    close: () => closers.forEach((close) => close()),
  }
}

/** Some machines have no IPv6. */
async function listenAnywhere(server: net.Server): Promise<string> {
  for (const host of ['::', '0.0.0.0']) {
    server.listen(0, host)
    const isListening = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]).catch(() => false)
    if (isListening) return host
  }
  throw new Error('No port can be opened')
}

/** Adds an interface with private addresses. Undefined without the rights or the program. */
function addNetwork(): { remove(): void } | undefined {
  const name = `stoa${process.pid}`
  const ip = (...args: string[]) => spawnSync('ip', args, { stdio: 'ignore' }).status === 0
  if (!ip('link', 'add', name, 'type', 'dummy')) return undefined
  const [high, low] = [(process.pid >> 8) & 255, process.pid & 255]
  ip('addr', 'add', `10.213.${high}.${low}/32`, 'dev', name)
  ip('addr', 'add', `fd5a:9b3c::${high.toString(16)}:${low.toString(16)}/128`, 'dev', name)
  ip('link', 'set', name, 'up')
  return { remove: () => void ip('link', 'del', name) }
}
