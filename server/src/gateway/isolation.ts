import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PublicDoor } from '../project/service.ts'
import { AppError } from '../lib/errors.ts'
import type { AddressReader } from './address.ts'

/** Under this policy a browser displays a response, but runs nothing in it and gives it an opaque origin. */
const SANDBOX = [
  "default-src 'none'",
  "img-src 'self' data:",
  "media-src 'self'",
  "style-src 'unsafe-inline'",
  'sandbox',
].join('; ')

/**
 * The kinds of content that a page can load from a project at the dashboard's origin (Fetch
 * Metadata, `Sec-Fetch-Dest`).
 */
const DATA: ReadonlySet<string> = new Set([
  'audio',
  'empty',
  'font',
  'image',
  'track',
  'video',
  'websocket',
])
const WORKERS: ReadonlySet<string> = new Set(['serviceworker', 'sharedworker', 'worker'])

/**
 * The headers that a response can have where projects share an origin. A browser applies many others
 * to the whole origin, such as cookies, workers' scopes and reporting; their number grows, so the
 * list names what is allowed.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  'accept-ranges',
  'age',
  'allow',
  'cache-control',
  'connection',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-profile',
  'content-range',
  'content-type',
  'date',
  'deprecation',
  'etag',
  'expires',
  'keep-alive',
  'last-modified',
  'location',
  'preference-applied',
  'proxy-status',
  'range-unit',
  'retry-after',
  'server-timing',
  'sunset',
  'trailer',
  'transfer-encoding',
  'vary',
])
/** An older name of `SourceMap`, and the older names of the security policy. */
const OLD_NAMES: ReadonlySet<string> = new Set([
  'x-content-security-policy',
  'x-sourcemap',
  'x-webkit-csp',
])
/** A proxy in front of the installation obeys these: it would send files of its machine. */
const PROXY_ORDER = /^x-(?:accel-|sendfile|lighttpd-send|litespeed-|reproxy-)/
const isProxyOrder = (header: string) => header.startsWith('x-') && PROXY_ORDER.test(header)

/**
 * Keeps content that tenants control from running in an origin other than the project's own. It
 * covers every door of a service: refuses requests for pages, frames, scripts and workers at the
 * dashboard's origin, removes response headers that affect more than the response, sandboxes what
 * is displayed anyway, and stops redirects from carrying the fragment of the requested URL. At a
 * project's own host, it only removes cookies for other hosts.
 */
export function isolateOrigin(
  scope: FastifyInstance,
  { originOf }: AddressReader,
  { name, publicDoor }: { readonly name: string; readonly publicDoor?: PublicDoor | undefined },
): void {
  const navigable = new Set(publicDoor?.navigable?.map((path) => `/${name}/v1${path}`))
  const cors = publicDoor?.cors === 'own' ? undefined : publicDoor?.cors
  const declared = new Set(cors?.exposedHeaders.map((header) => header.toLowerCase()))

  scope.addHook('onRequest', (request, _reply, done) => {
    const origin = originOf(request.raw)
    const destination = request.headers['sec-fetch-dest'] ?? 'empty'
    const isWorker = WORKERS.has(destination) || request.headers['service-worker'] !== undefined
    const isData = DATA.has(destination) || navigable.has(pathOf(request))
    const isRefused = isWorker ? origin !== 'project' : origin === 'dashboard' && !isData
    done(isRefused ? refusal() : undefined)
  })
  scope.addHook('onSend', (request, reply, payload, done) => {
    const isShared = originOf(request.raw) !== 'project'
    for (const header of Object.keys(reply.getHeaders()))
      if (isProxyOrder(header) || (isShared && !isHarmless(header, reply) && !declared.has(header)))
        void reply.removeHeader(header)
    if (isShared) {
      endInFragment(reply)
      void reply
        .header('content-security-policy', SANDBOX)
        .header('x-content-type-options', 'nosniff')
    } else limitCookies(reply)
    done(null, payload)
  })
}

function isHarmless(header: string, reply: FastifyReply): boolean {
  if (HARMLESS.has(header)) return true
  if (header.startsWith('x-')) return !OLD_NAMES.has(header)
  // Any other scheme makes the browser ask for a password in the name of the whole origin.
  if (header === 'www-authenticate') return /^bearer\b/i.test(String(reply.getHeader(header)))
  return header.startsWith('access-control-') || header.startsWith('sb-')
}

/**
 * Gives a redirect an empty fragment unless it has one. Otherwise a browser carries over the
 * fragment of the requested URL, which can contain a session, to wherever the tenant redirects. Of
 * several targets, among which browsers choose differently, only the first is kept.
 */
function endInFragment(reply: FastifyReply): void {
  const location = reply.getHeader('location')
  if (location === undefined || reply.statusCode < 300 || reply.statusCode >= 400) return
  const [first = ''] = [location].flat().map(String)
  void reply.removeHeader('location').header('location', first.includes('#') ? first : `${first}#`)
}

/** Removes the attribute that would send a cookie to the dashboard's host and other projects. */
function limitCookies(reply: FastifyReply): void {
  const cookies = reply.getHeader('set-cookie')
  if (cookies === undefined) return
  const limited = [cookies]
    .flat()
    .map((cookie) => String(cookie).replace(/;\s*domain\s*=[^;]*/gi, ''))
  // Fastify adds a cookie to those that are set already.
  void reply.removeHeader('set-cookie').header('set-cookie', limited)
}

/** The path below the project's address. */
function pathOf({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?', 1)
  return path.replace(/^\/p\/[^/]+/, '')
}

const refusal = () =>
  new AppError(
    'active_content_refused',
    'Project files can’t be opened as a page, frame, script or worker at this URL.',
    {
      status: 403,
      hint: 'Use the project’s own URL, which the dashboard shows under Connect.',
    },
  )

const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'
/** The headers that the gateway itself sets on the responses of every service. */
const EXPOSED = ['content-type', 'retry-after', 'sb-request-id', 'x-request-id']

/** Sets the CORS headers. Responds to a preflight request and returns true for it. */
export type ApplyCors = (request: FastifyRequest, reply: FastifyReply) => boolean

/**
 * Allows every origin: any web page can call a project's APIs, because access depends on keys and
 * tokens in headers, never on cookies.
 */
export function createCors({ cors }: PublicDoor): ApplyCors {
  if (cors === 'own') return () => false
  const exposed = [...EXPOSED, ...(cors?.exposedHeaders ?? [])]
  const exposedHeaders = [...new Set(exposed)].sort().join(', ')
  return function applyCors(request, reply) {
    void reply.header('access-control-allow-origin', '*')
    const wanted = request.headers['access-control-request-method']
    if (request.method !== 'OPTIONS' || wanted === undefined) {
      void reply.header('access-control-expose-headers', exposedHeaders)
      return false
    }
    void reply
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', allowedHeaders(request))
      .header('access-control-max-age', '86400')
      .header('vary', 'access-control-request-headers')
      .status(200)
      .send()
    return true
  }
}

/** The headers that the preflight request asks for, and those that every client can send. */
function allowedHeaders({ headers }: FastifyRequest): string {
  const wanted = headers['access-control-request-headers'] ?? 'apikey, content-type'
  const names = wanted.split(',').map((name) => name.trim())
  return ['Authorization', ...names, 'Accept', 'Accept-Language', 'Content-Language']
    .filter((name) => name !== '')
    .join(', ')
}
