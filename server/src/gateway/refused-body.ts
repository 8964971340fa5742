import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How long an answer waits for the rest of a body that nobody reads, in milliseconds. */
const LINGER_MS = 10_000

/**
 * Lets the client of a body that is refused before it was read see the refusal. A connection that is
 * closed over bytes still to come is reset, and the client loses the answer (RFC 9112, 9.6).
 * Fastify would close it over a body that is too large: kept open, Node takes those bytes and forgets
 * them. Where the client itself asked for the end of the connection, as proxies that speak HTTP/1.0
 * do, the answer waits until they have been taken.
 */
export function keepConnectionOfRefusedBody(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.raw.shouldKeepAlive && !request.raw.complete)
      return forgetRest(request.raw, () => done(null, payload))
    if (reply.raw.shouldKeepAlive && reply.statusCode === 413) reply.removeHeader('connection')
    done(null, payload)
  })
}

/** Reads a body for nothing, and says when it has ended, was broken off or takes too long. */
function forgetRest(body: IncomingMessage, done: () => void): void {
  const late = setTimeout(over, LINGER_MS)
  body.once('close', over)
  body.resume()

  function over(): void {
    clearTimeout(late)
    body.off('close', over)
    done()
  }
}
