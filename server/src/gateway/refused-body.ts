import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How long a response waits for the rest of a body that no route will read, in milliseconds. */
const LINGER_MS = 10_000

/**
 * Makes sure that a client whose body is refused before it was read receives the refusal. Closing a
 * connection with unread bytes resets it, and the client loses the response (RFC 9112, 9.6). Fastify
 * closes the connection after a body that is too large; kept open, Node reads and discards the rest.
 * If the client itself asked to close the connection, as HTTP/1.0 proxies do, the response waits
 * until the rest has been read, unless the body is refused because it arrives too slowly.
 */
export function keepConnectionOfRefusedBody(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.raw.shouldKeepAlive && !request.raw.complete && reply.statusCode !== 408)
      return discardRest(request.raw, () => done(null, payload))
    if (reply.raw.shouldKeepAlive && reply.statusCode === 413) reply.removeHeader('connection')
    done(null, payload)
  })
}

/** Reads a body without keeping it. Calls back when it has ended, was cut off or takes too long. */
function discardRest(body: IncomingMessage, done: () => void): void {
  const late = setTimeout(over, LINGER_MS)
  body.once('close', over)
  body.resume()

  function over(): void {
    clearTimeout(late)
    body.off('close', over)
    done()
  }
}
