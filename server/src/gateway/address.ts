import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { createServer } from 'node:net'

/** The `<ref>` of a project: 20 lowercase letters, or `default` in a self-hosted installation. */
const REF = '(?:[a-z]{20}|default)'

/**
 * The web origin that a request was sent to. `dashboard`: the dashboard's own, where `/p/<ref>`
 * leads to projects as well. `apis`: the port that serves the APIs of all projects and nothing else.
 * `project`: the host of one project.
 */
export type Origin = 'dashboard' | 'apis' | 'project'

export type AddressReader = {
  /** The request's URL in the form `/p/<ref>/…` if it is for a project, so that one route table serves every origin. */
  urlOf(request: IncomingMessage): string
  originOf(request: IncomingMessage): Origin
}

type AddressOptions = {
  readonly publicHost: string | undefined
  /** The port of project APIs; undefined while it is not open. */
  readonly apiPort: () => number | undefined
}

export function createAddressReader({ publicHost, apiPort }: AddressOptions): AddressReader {
  const projectOfHost = createHostReader(publicHost)
  const isAtApiPort = ({ socket }: IncomingMessage) => {
    const port = apiPort()
    return port !== undefined && socket.localPort === port
  }
  return {
    urlOf(request) {
      const url = request.url ?? '/'
      const ref = projectOfHost(request.headers.host)
      if (ref !== undefined) return `/p/${ref}${url}`
      if (!isAtApiPort(request) || url.startsWith('/p/')) return url
      return url.startsWith('/') ? `/p${url}` : `/p/${url}`
    },
    originOf(request) {
      if (projectOfHost(request.headers.host) !== undefined) return 'project'
      return isAtApiPort(request) ? 'apis' : 'dashboard'
    },
  }
}

/**
 * Finds the project in a request's Host header: `<ref>.localhost:8000`, or `<ref>.` before the public
 * host. Undefined if the host is the installation's own.
 */
function createHostReader(publicHost: string | undefined) {
  const bases = ['localhost', ...(publicHost ? [publicHost] : [])]
  const pattern = new RegExp(
    `^(${REF})\\.(?:${bases.map((base) => base.replaceAll('.', '\\.')).join('|')})(?::\\d+)?$`,
    'i',
  )
  /** Null for a host that is no project's. */
  const known = new Map<string, string | null>()
  return function projectOfHost(host: string | undefined): string | undefined {
    if (host === undefined) return undefined
    const before = known.get(host)
    if (before !== undefined) return before ?? undefined
    const ref = pattern.exec(host)?.[1]?.toLowerCase()
    // Clients choose the hosts, so the number of remembered hosts is limited.
    if (known.size < 1000) known.set(host, ref ?? null)
    return ref
  }
}

export type ApiPort = {
  /** Passes accepted connections on to this server. */
  serveWith(server: HttpServer): void
  /** Opens the port; with 0, the operating system chooses one. Rejects as Node's `listen` does. */
  listen(host: string, port: number): Promise<void>
  /** Undefined while the port is not open. */
  port(): number | undefined
  /** Accepts no further connections; those that are open end with the HTTP server. */
  close(): void
}

/**
 * A second port of the HTTP server, so that project APIs have an origin that the dashboard does not
 * share where hosts have no subdomains.
 */
export function createApiPort(): ApiPort {
  // The options of Node's own HTTP server.
  const listener = createServer({ allowHalfOpen: true, noDelay: true })
  let opened: number | undefined
  return {
    serveWith(server) {
      listener.on('connection', (socket) => server.emit('connection', socket))
    },
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        listener.once('error', reject)
        listener.listen({ host, port }, () => {
          listener.off('error', reject)
          const address = listener.address()
          // Every request needs it, and the system call is slow.
          opened = typeof address === 'object' ? address?.port : undefined
          resolve()
        })
      }),
    port: () => opened,
    close() {
      opened = undefined
      listener.close()
    },
  }
}
