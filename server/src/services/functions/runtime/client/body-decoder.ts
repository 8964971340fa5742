import { MalformedResponse } from './response-errors.ts'

/** How the end of a body is recognized: by its length in bytes, by its last chunk, or by the end of the connection. */
export type Framing = number | 'chunked' | 'until close'

/**
 * Takes the next bytes of a connection and passes on those of the body. Returns the bytes after the
 * body once it is complete. Throws `MalformedResponse`.
 */
export type DecodeBody = (bytes: Buffer, passOn: (content: Buffer) => void) => Buffer | undefined

export function createBodyDecoder(framing: Framing): DecodeBody {
  if (framing === 'chunked') return createChunkDecoder()
  let left = framing === 'until close' ? Number.POSITIVE_INFINITY : framing
  return (bytes, passOn) => {
    const content = bytes.length > left ? bytes.subarray(0, left) : bytes
    left -= content.length
    if (content.length > 0) passOn(content)
    return left === 0 ? bytes.subarray(content.length) : undefined
  }
}

const MAX_LINE = 8 * 1024
const MAX_TRAILERS = 100
const SIZE = /^([\da-f]{1,12})[\t ]*(?:;[^\r\n]*)?\r\n$/i
const NEWLINE = 0x0a

/** Chunked coding (RFC 9112, 7.1). Extensions and trailers are dropped. */
function createChunkDecoder(): DecodeBody {
  let expected: 'size' | 'content' | 'end of content' | 'trailer' = 'size'
  let line = ''
  let left = 0
  let trailers = 0

  function takeLine(): void {
    if (expected === 'size') {
      const size = SIZE.exec(line)?.[1]
      if (size === undefined) throw new MalformedResponse('The size of a chunk is malformed')
      left = Number.parseInt(size, 16)
      expected = left > 0 ? 'content' : 'trailer'
    } else if (expected === 'end of content') {
      if (line !== '\r\n') throw new MalformedResponse('A chunk is longer than its size')
      expected = 'size'
    } else if ((trailers += 1) > MAX_TRAILERS) throw new MalformedResponse('Too many trailers')
  }

  return (bytes, passOn) => {
    for (let at = 0; at < bytes.length;) {
      if (expected === 'content') {
        const content = bytes.subarray(at, at + left)
        at += content.length
        left -= content.length
        if (left === 0) expected = 'end of content'
        passOn(content)
        continue
      }
      const newline = bytes.indexOf(NEWLINE, at)
      const end = newline < 0 ? bytes.length : newline + 1
      line += bytes.toString('latin1', at, end)
      at = end
      if (line.length > MAX_LINE) throw new MalformedResponse('A line is too long')
      if (newline < 0) return undefined
      if (expected === 'trailer' && line === '\r\n') return bytes.subarray(at)
      takeLine()
      line = ''
    }
    return undefined
  }
}
