import { Transform } from 'node:stream'
import type { LongText } from '../../../postgres/database.ts'
import type { RenderedResponse } from './rendered-response.ts'

/** Statuses whose responses never have a body. */
const BODILESS = new Set([204, 205, 304])

/**
 * The response with a body that is read from disk as the client receives it. If there is no such
 * response, or it has no body, the text is discarded.
 *
 * @param isHex the text is the hexadecimal digits of the body's bytes.
 */
export function withLongBody(
  respond: () => RenderedResponse,
  long: LongText,
  isHex: boolean,
): RenderedResponse {
  let answer: RenderedResponse
  try {
    answer = respond()
  } catch (error) {
    long.discard()
    throw error
  }
  // A response that already has a body is an error response.
  if (BODILESS.has(answer.status) || answer.body !== '') {
    long.discard()
    return answer
  }
  const length = isHex ? long.byteLength / 2 : long.byteLength
  const headers = { ...answer.headers, 'content-length': `${length}` }
  const text = long.open()
  if (!isHex) return { ...answer, headers, body: text }
  const bytes = createHexDecoder()
  // When the client or the file ends, the other stream is ended too.
  text.once('error', (error) => bytes.destroy(error))
  bytes.once('close', () => text.destroy())
  return { ...answer, headers, body: text.pipe(bytes) }
}

function createHexDecoder(): Transform {
  let odd = ''
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const digits = odd + chunk.toString('latin1')
      const even = digits.length - (digits.length % 2)
      odd = digits.slice(even)
      done(null, Buffer.from(digits.slice(0, even), 'hex'))
    },
  })
}
