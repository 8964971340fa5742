import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublicDoor } from '../project/service.ts'

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
  if (cors?.isOwn) return () => false
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
