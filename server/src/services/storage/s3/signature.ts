import { createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalRequest, sha256Hex, splitUrl, type SentRequest } from './canonical-request.ts'
import { s3Error } from './errors.ts'

/** The parts of a signature of AWS Signature Version 4, as a header or a query carries them. */
export type Signature = {
  readonly accessKeyId: string
  /** The scope of the signing key: date, region, service and `aws4_request`. */
  readonly scope: readonly [day: string, region: string, service: string]
  readonly signedHeaders: readonly string[]
  readonly signature: string
  /** `20260102T030405Z`. */
  readonly timestamp: string
  /** How long a presigned URL is valid, in seconds; undefined for a signature in a header. */
  readonly expiresIn: number | undefined
  readonly sessionToken: string | undefined
  /** The SHA-256 digest of the body, or the method by which the body is signed instead. */
  readonly payloadHash: string
}

/** The key that signs the chunks of a body, if each has a signature of its own. */
export type ChunkSigner = {
  /** The signature of the request, with which the chain of signatures starts. */
  readonly seed: string
  readonly sign: (kind: 'PAYLOAD' | 'TRAILER', previous: string, digests: string) => string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD'
const MAX_SKEW_MS = 15 * 60 * 1000
const MAX_EXPIRES_S = 7 * 24 * 60 * 60

/** Reads the signature of a request. Undefined if the request has none of this kind. */
export function readSignature(request: SentRequest): Signature | undefined {
  const { authorization } = request.headers
  if (authorization?.startsWith(`${ALGORITHM} `)) return readHeader(request, authorization)
  return request.url.includes('X-Amz-Signature=') ? readQuery(request) : undefined
}

/**
 * Checks a signature against the secret of its access key. Throws `SignatureDoesNotMatch`,
 * `RequestTimeTooSkewed`, or `AccessDenied` for a presigned URL that has expired.
 */
export function checkSignature(
  request: SentRequest,
  signature: Signature,
  { secret, now }: { readonly secret: string; readonly now: Date },
): ChunkSigner {
  const key = signingKey(secret, signature.scope)
  const { timestamp } = signature
  const scope = `${signature.scope.join('/')}/aws4_request`
  const canonical = canonicalRequest(request, signature)
  const expected = hmac(key, [ALGORITHM, timestamp, scope, sha256Hex(canonical)].join('\n'))
  if (!isEqual(expected, signature.signature)) throw s3Error('SignatureDoesNotMatch')
  // The time counts only after the signature is known to be right.
  checkTime(signature, now)
  return {
    seed: expected,
    sign: (kind, previous, digests) =>
      hmac(key, [`${ALGORITHM}-${kind}`, timestamp, scope, previous, digests].join('\n')),
  }
}

export function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function checkTime({ timestamp, expiresIn }: Signature, now: Date): void {
  const age = now.getTime() - timeOf(timestamp)
  if (expiresIn === undefined) {
    if (Math.abs(age) > MAX_SKEW_MS) throw s3Error('RequestTimeTooSkewed')
    return
  }
  if (age < -MAX_SKEW_MS) throw s3Error('RequestTimeTooSkewed')
  if (age > expiresIn * 1000) throw s3Error('AccessDenied', 'The presigned URL has expired.')
}

function readHeader({ headers }: SentRequest, authorization: string): Signature {
  const fields = new Map(
    authorization
      .slice(ALGORITHM.length)
      .split(',')
      .map((field) => {
        const equals = field.indexOf('=')
        return [field.slice(0, equals).trim(), field.slice(equals + 1).trim()]
      }),
  )
  return assemble({
    credential: fields.get('Credential'),
    signedHeaders: fields.get('SignedHeaders'),
    signature: fields.get('Signature'),
    timestamp: one(headers['x-amz-date']),
    expires: undefined,
    sessionToken: one(headers['x-amz-security-token']),
    payloadHash: one(headers['x-amz-content-sha256']),
  })
}

function readQuery({ url, headers }: SentRequest): Signature {
  const query = new Map(readParameters(url))
  if (query.get('X-Amz-Algorithm') !== ALGORITHM) throw s3Error('AuthorizationQueryParametersError')
  return assemble({
    credential: query.get('X-Amz-Credential'),
    signedHeaders: query.get('X-Amz-SignedHeaders'),
    signature: query.get('X-Amz-Signature'),
    timestamp: query.get('X-Amz-Date'),
    expires: query.get('X-Amz-Expires') ?? '',
    sessionToken: query.get('X-Amz-Security-Token'),
    payloadHash: query.get('X-Amz-Content-Sha256') ?? one(headers['x-amz-content-sha256']),
  })
}

function readParameters(url: string) {
  try {
    return splitUrl(url).query
  } catch {
    throw s3Error('AuthorizationQueryParametersError')
  }
}

type Fields = Readonly<
  Record<
    | 'credential'
    | 'signedHeaders'
    | 'signature'
    | 'timestamp'
    | 'expires'
    | 'sessionToken'
    | 'payloadHash',
    string | undefined
  >
>

function assemble(fields: Fields): Signature {
  const { credential = '', signedHeaders = '', signature = '', timestamp = '', expires } = fields
  const malformed = () =>
    s3Error(
      expires === undefined ? 'AuthorizationHeaderMalformed' : 'AuthorizationQueryParametersError',
    )
  const parts = credential.split('/')
  const [day, region, service, terminator] = parts.slice(-4)
  const accessKeyId = parts.slice(0, -4).join('/')
  const isWhole =
    accessKeyId !== '' &&
    day !== undefined &&
    region !== undefined &&
    service === 's3' &&
    terminator === 'aws4_request' &&
    /^[0-9a-f]{64}$/.test(signature) &&
    /^\d{8}T\d{6}Z$/.test(timestamp) &&
    timestamp.startsWith(day)
  if (!isWhole) throw malformed()
  const names = signedHeaders.split(';')
  // Without it, a signature would be valid at every other server.
  if (!names.includes('host')) throw malformed()
  const expiresIn = expires === undefined ? undefined : Number(expires)
  if (expiresIn !== undefined && !(/^\d+$/.test(expires ?? '') && expiresIn <= MAX_EXPIRES_S))
    throw malformed()
  return {
    accessKeyId,
    scope: [day, region, service],
    signedHeaders: names,
    signature,
    timestamp,
    expiresIn,
    sessionToken: fields.sessionToken,
    payloadHash: fields.payloadHash ?? UNSIGNED_PAYLOAD,
  }
}

function signingKey(secret: string, scope: Signature['scope']): Buffer {
  let key = Buffer.from(`AWS4${secret}`)
  for (const part of [...scope, 'aws4_request'])
    key = createHmac('sha256', key).update(part).digest()
  return key
}

const hmac = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex')

const timeOf = (timestamp: string): number =>
  Date.parse(timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
