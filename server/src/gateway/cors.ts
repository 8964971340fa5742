import type { FastifyReply, FastifyRequest } from 'fastify'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const EXPOSED = [
  'content-encoding',
  'content-location',
  'content-range',
  'content-type',
  'date',
  'link',
  'location',
  'preference-applied',
  'retry-after',
  'server-timing',
  'sb-request-id',
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
    .header(
      'access-control-allow-headers',
      request.headers['access-control-request-headers'] ?? 'authorization, apikey, content-type',
    )
    .header('access-control-max-age', '3600')
    .header('vary', 'access-control-request-headers')
    .status(204)
    .send()
  return true
}
