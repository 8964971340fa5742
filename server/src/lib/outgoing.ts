import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP } from 'node:net'
import { AppError } from './errors.ts'

export type OutgoingRequest = {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For everything together, from looking up the name to the last byte. */
  readonly timeoutMs: number
  readonly maxBytes: number
}

export type OutgoingResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** Connections to servers that a project's owner names. */
export type Outgoing = {
  /**
   * Sends one request and follows no redirects. Rejects with `outgoing_refused` for a private
   * address, `outgoing_timeout`, `outgoing_too_large`, or `outgoing_failed`.
   */
  request(request: OutgoingRequest): Promise<OutgoingResponse>
  /** Looks up a host and returns an address to connect to; `outgoing_refused` for a private one. */
  resolve(host: string): Promise<string>
}

/**
 * Private addresses lead to this machine and its network, where a project's owner has no business.
 * They are refused unless the operator allows them. The address that was checked is the one that is
 * connected to, so a name can't lead elsewhere in between.
 */
export function createOutgoing({ allowsPrivate }: { readonly allowsPrivate: boolean }): Outgoing {
  async function resolve(given: string): Promise<string> {
    const host = given.replace(/^\[(.*)\]$/, '$1')
    const addresses = isIP(host) ? [host] : await addressesOf(host)
    const allowed = addresses.find((address) => allowsPrivate || isPublicAddress(address))
    if (allowed === undefined)
      throw new AppError('outgoing_refused', `${given} is a private address.`, {
        status: 400,
        hint: 'Use a public address, or ask the operator to set STOA_ALLOW_PRIVATE_ADDRESSES.',
      })
    return allowed
  }
  return {
    resolve,
    async request(request) {
      const url = parseUrl(request.url)
      const signal = AbortSignal.timeout(request.timeoutMs)
      try {
        const address = await unlessAborted(signal, resolve(url.hostname))
        return await send(request, { url, address, signal })
      } catch (error) {
        if (error instanceof AppError) throw error
        if (signal.aborted) throw failure('outgoing_timeout', 'did not respond in time', url, error)
        throw failure('outgoing_failed', 'cannot be reached', url, error)
      }
    },
  }
}

function parseUrl(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new AppError('outgoing_refused', 'The URL must start with http:// or https://.', {
    status: 400,
  })
}

const failure = (code: string, what: string, { host }: URL, cause?: unknown) =>
  new AppError(code, `The server ${host} ${what}.`, { status: 502, cause })

async function addressesOf(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}

async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Aborted', { cause: signal.reason })), {
      once: true,
    })
  })
  return Promise.race([work, aborted])
}

const send = (
  { method, headers, body, maxBytes }: OutgoingRequest,
  { url, address, signal }: { url: URL; address: string; signal: AbortSignal },
): Promise<OutgoingResponse> =>
  new Promise((settle, reject) => {
    const client = url.protocol === 'https:' ? https : http
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const request = client.request(
      {
        method,
        host: address,
        port: url.port === '' ? undefined : Number(url.port),
        path: `${url.pathname}${url.search}`,
        headers: {
          ...headers,
          host: url.host,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
        // The certificate must be that of the name, not of the address.
        ...(isIP(host) === 0 && { servername: host }),
        ...((url.username !== '' || url.password !== '') && {
          auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`,
        }),
        agent: false,
        signal,
      },
      (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > maxBytes) {
            const tooLarge = failure('outgoing_too_large', `sent more than ${maxBytes} bytes`, url)
            request.destroy()
            reject(tooLarge)
          } else chunks.push(chunk)
        })
        response.on('error', reject)
        response.on('end', () =>
          settle({
            status: response.statusCode ?? 0,
            headers: flat(response.headers),
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })

const flat = (headers: http.IncomingHttpHeaders): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )

const PRIVATE_V4 = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE_V4.addSubnet(net, prefix)

const GLOBAL_V6 = new BlockList()
GLOBAL_V6.addSubnet('2000::', 3, 'ipv6')
/** Documentation, and ways to wrap an IPv4 address. */
const EXCEPTED_V6 = new BlockList()
EXCEPTED_V6.addSubnet('2001::', 32, 'ipv6')
EXCEPTED_V6.addSubnet('2001:db8::', 32, 'ipv6')
EXCEPTED_V6.addSubnet('2002::', 16, 'ipv6')

/** Whether an IP address is one of the internet, and not of a local network or this machine. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !PRIVATE_V4.check(address)
  return (
    isIP(address) === 6 && GLOBAL_V6.check(address, 'ipv6') && !EXCEPTED_V6.check(address, 'ipv6')
  )
}
