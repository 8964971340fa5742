import type { FastifyReply, FastifyRequest } from 'fastify'

const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'
// What PostgREST exposes, and what the other services answer with.
const EXPOSED = [
  'content-encoding',
  'content-location',
  'content-range',
  'content-type',
  'date',
  'link',
  'location',
  'preference-applied',
  'range-unit',
  'retry-after',
  'server',
  'server-timing',
  'sb-request-id',
  'transfer-encoding',
  'x-request-id',
  'x-total-count',
].join(', ')

/**
 * Project APIs are called from any web page: access is decided by keys and tokens in headers, never
 * by cookies, so every origin may ask. Answers preflights; true when the request is answered.
 */
export function applyCors(request: FastifyRequest, reply: FastifyReply): boolean {
  void reply.header('access-control-allow-origin', '*')
  const wanted = request.headers['access-control-request-method']
  if (request.method !== 'OPTIONS' || wanted === undefined) {
    void reply.header('access-control-expose-headers', EXPOSED)
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

/** Whatever is asked for, and what every client may send besides. */
function allowedHeaders({ headers }: FastifyRequest): string {
  const wanted = headers['access-control-request-headers'] ?? 'apikey, content-type'
  const names = wanted.split(',').map((name) => name.trim())
  return ['Authorization', ...names, 'Accept', 'Accept-Language', 'Content-Language']
    .filter((name) => name !== '')
    .join(', ')
}
