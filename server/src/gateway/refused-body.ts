import type { FastifyInstance } from 'fastify'

/**
 * Lets the client of a body that is too large read its refusal. Fastify would close the connection
 * over the bytes that are still to come, which resets it, and the client would lose the answer
 * (RFC 9112, 9.6). Kept open, Node takes those bytes and forgets them.
 */
export function keepConnectionOfRefusedBody(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode === 413) reply.removeHeader('connection')
    done(null, payload)
  })
}
