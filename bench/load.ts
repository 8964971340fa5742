import net from 'node:net'

export type LoadOptions = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
}

/**
 * Requests answered with 200 a second, with a fixed number of connections that each ask again at
 * once. Bare sockets: a client that parses more than it must would be what is measured.
 */
export async function measureRate(options: LoadOptions): Promise<number> {
  const started = performance.now()
  const end = started + options.seconds * 1000
  const counts = await Promise.all(
    Array.from({ length: options.connections }, () => askUntil(options, end)),
  )
  const answered = counts.reduce((sum, count) => sum + count, 0)
  return (answered / (performance.now() - started)) * 1000
}

function askUntil({ url, headers }: LoadOptions, end: number): Promise<number> {
  const { hostname, port, host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname)
    let answered = 0
    let received = ''
    socket.setNoDelay(true)
    socket.once('connect', () => socket.write(request))
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (!isWhole(received)) return
      if (!received.startsWith('HTTP/1.1 200 ')) {
        socket.destroy()
        reject(new Error(`${url} answered ${received.slice(0, 200)}`))
        return
      }
      received = ''
      answered += 1
      if (performance.now() < end) socket.write(request)
      else {
        socket.destroy()
        resolve(answered)
      }
    })
  })
}

/** Whether an answer has arrived to its end, by its length or its last chunk. */
function isWhole(received: string): boolean {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, head))?.[1]
  if (length === undefined) return received.endsWith('\r\n0\r\n\r\n')
  return received.length >= head + 4 + Number(length)
}

/** The median of several alternating rounds: what else the machine does hits both sides alike. */
export async function compareRates(
  sides: readonly LoadOptions[],
  rounds: number,
): Promise<readonly number[]> {
  const rates = sides.map((): number[] => [])
  for (const side of sides) await measureRate({ ...side, seconds: 1 })
  for (let round = 0; round < rounds; round += 1)
    for (const [index, side] of sides.entries()) rates[index]?.push(await measureRate(side))
  return rates.map(median)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
