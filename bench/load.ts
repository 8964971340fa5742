import net from 'node:net'

export type LoadOptions = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body of a POST request. Without a body, the request is a GET. */
  readonly body?: string
  readonly connections: number
  readonly seconds: number
}

/** A connection that sends the same request repeatedly. */
export type Asker = {
  /** Sends the request. Resolves with the complete response; rejects unless its status is 2xx. */
  ask(): Promise<void>
  close(): void
}

/**
 * Measures successful requests per second with a fixed number of connections, each of which sends
 * the next request immediately. It uses plain sockets, because an HTTP client would be the
 * bottleneck.
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

async function askUntil(options: LoadOptions, end: number): Promise<number> {
  const asker = await createAsker(options)
  let answered = 0
  do {
    await asker.ask()
    answered += 1
  } while (performance.now() < end)
  asker.close()
  return answered
}

/** Opens a connection for one request at a time. */
export async function createAsker(options: Omit<LoadOptions, 'seconds'>): Promise<Asker> {
  const { hostname, port } = new URL(options.url)
  const request = requestOf(options)
  const socket = net.connect(Number(port), hostname)
  socket.setNoDelay(true)
  let received = ''
  let resolve: () => void = () => {}
  let reject: (error: unknown) => void = () => {}
  socket.on('error', (error) => reject(error))
  socket.on('close', () => reject(new Error(`${options.url} hung up`)))
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    if (!isWhole(received)) return
    if (received.startsWith('HTTP/1.1 2')) resolve()
    else reject(new Error(`${options.url} answered ${received.slice(0, 400)}`))
    received = ''
  })
  await new Promise<void>((connected, failed) => {
    socket.once('connect', connected)
    socket.once('error', failed)
  })
  return {
    ask: () =>
      new Promise((answered, failed) => {
        resolve = answered
        reject = failed
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

function requestOf({ url, headers, body }: Omit<LoadOptions, 'seconds'>): Buffer {
  const { host, pathname, search } = new URL(url)
  const all = {
    host,
    ...headers,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': `${Buffer.byteLength(body)}`,
    }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const method = body === undefined ? 'GET' : 'POST'
  return Buffer.from(
    `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`,
  )
}

/** Whether the response is complete, according to its content length or its last chunk. */
function isWhole(received: string): boolean {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, head))?.[1]
  if (length === undefined) return received.endsWith('\r\n0\r\n\r\n')
  return received.length >= head + 4 + Number(length)
}

type Comparison = {
  /** Responses per second of the first side. */
  readonly rate: number
  /** The first side's rate divided by the rate of each other side. */
  readonly ratios: readonly number[]
}

/**
 * Compares the first side with the others, as the median of many short rounds. The sides take turns
 * in each round, so that other load on the machine affects all of them equally.
 */
export async function compareRates(
  sides: readonly LoadOptions[],
  rounds: number,
  warmUpSeconds = 1,
): Promise<Comparison> {
  for (const side of sides) await measureRate({ ...side, seconds: warmUpSeconds })
  const measured: (readonly number[])[] = []
  for (let round = 0; round < rounds; round += 1) {
    const rates: number[] = []
    for (const side of sides) rates.push(await measureRate(side))
    measured.push(rates)
  }
  const ratios = sides
    .slice(1)
    .map((_, other) => median(measured.map((rates) => of(rates, 0) / of(rates, other + 1))))
  return { rate: median(measured.map((rates) => of(rates, 0))), ratios }
}

const of = (rates: readonly number[], side: number): number => rates[side] ?? Number.NaN

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** @param share between 0 and 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
