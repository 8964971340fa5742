import { createHash, hash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { s3Error } from './errors.ts'
import { isEqual, type ChunkSigner } from './signature.ts'

/** More than any client sends: a size, and a signature. */
const MAX_LINE = 1024
const MAX_TRAILERS = 10
const EMPTY_DIGEST = hash('sha256', '', 'hex')

type Options = {
  /** The length that the client announced for the content. */
  readonly length: number
  /** Checks the signature of every chunk; undefined for a body whose chunks are not signed. */
  readonly signer: ChunkSigner | undefined
  /** Called with the trailing headers, by lowercase name, before the stream ends. */
  readonly onTrailers?: (trailers: ReadonlyMap<string, string>) => void
}

type State = 'size' | 'content' | 'separator' | 'trailers' | 'ended'

/**
 * Decodes the `aws-chunked` content encoding of S3: chunks with their size and signature, then
 * trailing headers. The stream fails with `SignatureDoesNotMatch`, or with `IncompleteBody` if the
 * body is malformed or its length differs from the announced one.
 */
export function createChunkedBody({ length, signer, onTrailers }: Options): Transform {
  let state: State = 'size'
  let line = ''
  let left = 0
  let received = 0
  let previous = signer?.seed ?? ''
  let claimed = ''
  let digest = createHash('sha256')
  const trailers = new Map<string, string>()

  function endChunk(): void {
    if (signer) {
      previous = check(signer.sign('PAYLOAD', previous, `${EMPTY_DIGEST}\n${digest.digest('hex')}`))
      digest = createHash('sha256')
    }
    state = 'separator'
  }

  function check(expected: string): string {
    if (!isEqual(expected, claimed)) throw s3Error('SignatureDoesNotMatch')
    return expected
  }

  function takeLine(text: string): void {
    if (state === 'size') {
      const found = /^([0-9a-f]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(text)
      if (!found) throw malformed()
      left = Number.parseInt(found[1] ?? '', 16)
      claimed = found[2] ?? ''
      if (left > 0) state = 'content'
      else {
        endChunk()
        state = 'trailers'
      }
    } else if (state === 'separator') {
      if (text !== '') throw malformed()
      state = 'size'
    } else takeTrailer(text)
  }

  function takeTrailer(text: string): void {
    if (text === '') return end()
    const colon = text.indexOf(':')
    if (colon < 1 || trailers.size >= MAX_TRAILERS) throw malformed()
    trailers.set(text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim())
  }

  function end(): void {
    if (state === 'ended') return
    state = 'ended'
    if (received !== length) throw malformed()
    claimed = trailers.get('x-amz-trailer-signature') ?? ''
    trailers.delete('x-amz-trailer-signature')
    if (signer && trailers.size > 0) {
      const text = [...trailers].map(([name, value]) => `${name}:${value}\n`).join('')
      check(signer.sign('TRAILER', previous, hash('sha256', text, 'hex')))
    }
    onTrailers?.(trailers)
  }

  function* decode(data: Buffer): Generator<Buffer> {
    for (let at = 0; at < data.length;) {
      if (state === 'ended') throw malformed()
      if (state === 'content') {
        const piece = data.subarray(at, at + left)
        at += piece.length
        left -= piece.length
        received += piece.length
        if (received > length) throw malformed()
        if (signer) digest.update(piece)
        yield piece
        if (left === 0) endChunk()
        continue
      }
      const newline = data.indexOf(0x0a, at)
      const stop = newline < 0 ? data.length : newline
      if (line.length + stop - at > MAX_LINE) throw malformed()
      line += data.toString('latin1', at, stop)
      at = stop + 1
      if (newline < 0) break
      const text = line.endsWith('\r') ? line.slice(0, -1) : line
      line = ''
      takeLine(text)
    }
  }

  return new Transform({
    transform(data: Buffer, _encoding, done: TransformCallback) {
      try {
        for (const piece of decode(data)) this.push(piece)
        done()
      } catch (error) {
        done(toError(error))
      }
    },
    flush(done) {
      try {
        // Some clients leave out the empty line after the last chunk.
        if (state === 'trailers' && line === '') end()
        done(state === 'ended' ? null : malformed())
      } catch (error) {
        done(toError(error))
      }
    },
  })
}

const malformed = () => s3Error('IncompleteBody')

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('The body could not be decoded', { cause: error })
