import type { FastifyReply } from 'fastify'
import type { RenderedResponse } from './rendered-response.ts'

/** Sends a response unchanged: no charset is added to its type, and its head is sent as bytes. */
export function send(reply: FastifyReply, answer: RenderedResponse): FastifyReply {
  const { status, reason, headers, body } = answer
  void reply.code(status).headers(headers)
  if (reason !== undefined) reply.raw.statusMessage = reason
  // Fastify adds a content type to an empty string.
  if (body === '') return reply.send()
  // Fastify would add a charset to text without one, and Node would encode a non-ASCII head
  // together with a string body.
  const isPlain =
    typeof body !== 'string' ||
    (String(headers['content-type']).includes('charset=') && isAscii(answer))
  return reply.send(isPlain ? body : Buffer.from(body))
}

const isAscii = ({ headers, reason = '' }: RenderedResponse): boolean =>
  !/[^\0-\u007f]/.test(`${Object.values(headers).join('')}${reason}`)
