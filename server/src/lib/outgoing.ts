import { lookup, Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { AppError } from './errors.ts'
import { isPublicAddress } from './networks.ts'

export type OutgoingRequest = {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The body, if it is no text. */
  readonly bytes?: Buffer
  /** Covers everything from the DNS lookup to the last byte. */
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Ends the request early; it then rejects with `outgoing_failed`. */
  readonly signal?: AbortSignal
  /** A URL of this server; everything below it can be called although the address is private. */
  readonly ownUrl?: string
  /**
   * Set if the receiver tolerates duplicates. The request can then reuse an earlier connection,
   * which the server may be closing at that moment.
   */
  readonly isRepeatable?: true
}

export type OutgoingResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

export type OpenResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /**
   * The response body. Errors when the deadline passes. A caller that does not read it to the end
   * must destroy it.
   */
  readonly body: Readable
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

/** Same as above, for responses of any size. */
export type OutgoingStreams = {
  /** Sends one request and follows no redirects. Resolves with the headers of the response. */
  open(request: Omit<OutgoingRequest, 'maxBytes' | 'isRepeatable'>): Promise<OpenResponse>
}

/**
 * Private addresses lead to this machine and its network, which a project's owner must not reach.
 * They are refused unless the operator allows them. The request connects to the very address that
 * was checked, so the name cannot resolve to another one in between.
 */
export function createOutgoing({
  allowsPrivate,
}: {
  readonly allowsPrivate: boolean
}): Outgoing & OutgoingStreams {
  const kept: Agents = { http: new http.Agent(KEPT), https: new https.Agent(KEPT) }
  async function resolve(given: string, isOwn = false): Promise<string> {
    const mayBePrivate = allowsPrivate || isOwn
    const host = given.replace(/^\[(.*)\]$/, '$1')
    const addresses = isIP(host) ? [host] : await addressesOf(host, mayBePrivate)
    const allowed = addresses.find((address) => mayBePrivate || isPublicAddress(address))
    if (allowed === undefined)
      throw new AppError('outgoing_refused', `${given} is a private address.`, {
        status: 400,
        hint: 'Use a public address, or ask the operator to set STOA_ALLOW_PRIVATE_ADDRESSES=on.',
      })
    return allowed
  }
  /** Calls the work with an allowed address, and explains its failures. */
  async function reach<T>(
    request: Omit<OutgoingRequest, 'maxBytes'>,
    work: (target: Target) => Promise<T>,
  ): Promise<T> {
    const url = parseUrl(request.url)
    const timeout = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
    try {
      const isOwn = request.ownUrl !== undefined && isBelow(url, new URL(request.ownUrl))
      const address = await unlessAborted(signal, resolve(url.hostname, isOwn))
      return await work({ url, address, signal })
    } catch (error) {
      if (error instanceof AppError) throw error
      if (timeout.aborted) throw failure('outgoing_timeout', 'did not respond in time', url, error)
      throw failure('outgoing_failed', 'could not be reached', url, error)
    }
  }
  return {
    resolve: (host) => resolve(host),
    request: (request) =>
      reach(request, async (target) => {
        if (request.isRepeatable !== true) return send(request, target)
        try {
          return await send(request, { ...target, agents: kept })
        } catch (error) {
          if (!(error instanceof ClosedConnection)) throw error
          return send(request, target)
        }
      }),
    open: (request) =>
      reach(
        request,
        (target) =>
          new Promise((settle, reject) => {
            const sent = begin(request, target)
            sent.on('error', reject)
            sent.on('response', (response) =>
              settle({
                status: response.statusCode ?? 0,
                headers: flat(response.headers),
                body: response,
              }),
            )
            sent.end(request.bytes ?? request.body)
          }),
      ),
  }
}

type Target = {
  readonly url: URL
  readonly address: string
  readonly signal: AbortSignal
  readonly agents?: Agents
}

type Agents = { readonly http: http.Agent; readonly https: https.Agent }

/** Less than the five seconds after which many servers close a connection. */
const KEPT_MS = 4000
const KEPT = { keepAlive: true, timeout: KEPT_MS, maxFreeSockets: 32 }

/** The server closed the reused connection just as this request was sent. */
class ClosedConnection extends Error {}

function parseUrl(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new AppError('outgoing_refused', 'The URL must start with http:// or https://.', {
    status: 400,
    hint: 'Enter the full URL, such as https://example.com/path.',
  })
}

const isBelow = (url: URL, base: URL): boolean =>
  url.origin === base.origin &&
  `${url.pathname}/`.startsWith(`${base.pathname.replace(/\/$/, '')}/`)

const failure = (code: string, what: string, { host }: URL, cause?: unknown) =>
  new AppError(code, `The server ${host} ${what}.`, { status: 502, cause })

/**
 * Asks the name servers directly. `lookup` also reads the hosts file, for names in the local network,
 * but occupies one of Node's few worker threads while a name server is slow.
 */
async function addressesOf(host: string, isLocal: boolean): Promise<readonly string[]> {
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1']
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  if (!isLocal) throw new Error(`The name ${host} has no address`, { cause: answers[0] })
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Aborted', { cause: signal.reason })), {
      once: true,
    })
  })
  return Promise.race([work, aborted])
}

function begin(
  { method, headers, body, bytes }: Omit<OutgoingRequest, 'maxBytes'>,
  { url, address, signal, agents }: Target,
): http.ClientRequest {
  const length = bytes?.length ?? (body === undefined ? undefined : Buffer.byteLength(body))
  const isSecure = url.protocol === 'https:'
  const agent = isSecure ? agents?.https : agents?.http
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return (isSecure ? https : http).request({
    method,
    host: address,
    port: url.port === '' ? undefined : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: {
      ...headers,
      host: url.host,
      ...(length !== undefined && { 'content-length': length }),
    },
    // The certificate must be that of the name, not of the address.
    ...(isIP(host) === 0 && { servername: host }),
    ...((url.username !== '' || url.password !== '') && {
      auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`,
    }),
    agent: agent ?? false,
    signal,
  })
}

const send = (given: OutgoingRequest, target: Target): Promise<OutgoingResponse> =>
  new Promise((settle, reject) => {
    const { maxBytes, body, bytes: sentBytes } = given
    const { url, signal } = target
    const request = begin(given, target)
    request.on('response', (response) => {
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
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = request.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted
      reject(isClosed ? new ClosedConnection(error.message, { cause: error }) : error)
    })
    request.end(sentBytes ?? body)
  })

const flat = (headers: http.IncomingHttpHeaders): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )
