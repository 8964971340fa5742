import type { FastifyReply } from 'fastify'
import type { Answer } from './answer.ts'

/** Sends an answer as it is: nothing is added to its body's type, and its head is one of bytes. */
export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  const { status, reason, headers, body } = answer
  void reply.code(status).headers(headers)
  if (reason !== undefined) reply.raw.statusMessage = reason
  // An empty text would be given a content type.
  if (body === '') return reply.send()
  // Text of a type that names no charset would be given one, and one with a head that is not ASCII
  // would have that head encoded with it.
  const isPlain =
    typeof body !== 'string' ||
    (String(headers['content-type']).includes('charset=') && isAscii(answer))
  return reply.send(isPlain ? body : Buffer.from(body))
}

const isAscii = ({ headers, reason = '' }: Answer): boolean =>
  !/[^\0-\u007f]/.test(`${Object.values(headers).join('')}${reason}`)
