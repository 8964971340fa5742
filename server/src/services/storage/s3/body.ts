import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { pipeline, Transform, type Readable } from 'node:stream'
import { createChecksum, isChecksumName, type Checksum, type ChecksumName } from './checksums.ts'
import { createChunkedBody } from './chunked-body.ts'
import { s3Error } from './errors.ts'
import { UNSIGNED_PAYLOAD, type ChunkSigner, type Signature } from './signature.ts'

/** The content of a request. */
export type S3Body = {
  /** Fails if the content does not match the digests and signatures sent with it. */
  readonly content: Readable
  readonly length: number
}

const STREAMING = /^STREAMING-(AWS4-HMAC-SHA256|UNSIGNED)-PAYLOAD(?:-TRAILER)?$/
const DIGEST = /^[0-9a-f]{64}$/
const NO_TRAILERS: ReadonlyMap<string, string> = new Map()

/**
 * Decodes the body of a request and checks it while it is read: its length, the signed digest, the
 * signatures of its chunks, `Content-MD5` and the checksums in headers or trailing headers.
 */
export function openBody(
  request: IncomingMessage,
  { payloadHash }: Signature,
  signer: ChunkSigner,
): S3Body {
  const { headers } = request
  const streaming = STREAMING.exec(payloadHash)
  if (!streaming && payloadHash !== UNSIGNED_PAYLOAD && !DIGEST.test(payloadHash))
    throw s3Error('InvalidArgument', 'The x-amz-content-sha256 header is invalid.')
  const length = lengthOf(headers, streaming ? 'x-amz-decoded-content-length' : 'content-length')
  let trailers = NO_TRAILERS
  const check = createCheck(headers, {
    length,
    payloadHash: streaming || payloadHash === UNSIGNED_PAYLOAD ? undefined : payloadHash,
    trailers: () => trailers,
  })
  // An error of any stream ends the last one, which the caller reads.
  const ignore = () => {}
  if (!streaming) return { content: pipeline(request, check, ignore), length }
  const decoder = createChunkedBody({
    length,
    signer: streaming[1] === 'UNSIGNED' ? undefined : signer,
    onTrailers: (found) => {
      trailers = found
    },
  })
  return { content: pipeline(request, decoder, check, ignore), length }
}

type CheckOptions = {
  readonly length: number
  readonly payloadHash: string | undefined
  readonly trailers: () => ReadonlyMap<string, string>
}

/** Passes content through, and fails at its end if it does not match the client's announcements. */
function createCheck(
  headers: IncomingHttpHeaders,
  { length, payloadHash, trailers }: CheckOptions,
): Transform {
  const sha256 = payloadHash === undefined ? undefined : createHash('sha256')
  const md5 = headers['content-md5'] === undefined ? undefined : createHash('md5')
  const checksums = checksumsOf(headers)
  let received = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.byteLength
      sha256?.update(chunk)
      md5?.update(chunk)
      for (const checksum of checksums.values()) checksum.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      if (received !== length) return done(s3Error('IncompleteBody'))
      if (sha256 && sha256.digest('hex') !== payloadHash) return done(s3Error('BadDigest'))
      if (md5 && md5.digest('base64') !== headers['content-md5']) return done(s3Error('BadDigest'))
      for (const [name, checksum] of checksums) {
        const header = `x-amz-checksum-${name}`
        const expected = headers[header] ?? trailers().get(header)
        if (expected !== checksum.value()) return done(s3Error('BadDigest'))
      }
      done()
    },
  })
}

/** The checksums that the client sends, or announces as trailing headers. */
function checksumsOf(headers: IncomingHttpHeaders): ReadonlyMap<ChecksumName, Checksum> {
  const announced = String(headers['x-amz-trailer'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
  const names = [...Object.keys(headers), ...announced]
    .filter((name) => name.startsWith('x-amz-checksum-'))
    .map((name) => name.slice('x-amz-checksum-'.length))
    .filter(isChecksumName)
  return new Map(names.map((name) => [name, createChecksum(name)]))
}

function lengthOf(headers: IncomingHttpHeaders, name: string): number {
  const text = headers[name]
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text)
  throw s3Error('MissingContentLength', `The ${name} header is required.`)
}
