import {
  createHmac,
  sign,
  timingSafeEqual,
  verify,
  type KeyObject,
  type SignKeyObjectInput,
} from 'node:crypto'

export type Claims = Readonly<Record<string, unknown>>

export type JwtAlgorithm = 'HS256' | 'ES256' | 'RS256'

/**
 * A key and the only algorithm it is used with. Signing takes the secret or private key, verifying
 * the secret or public one. Without a `kid` the token names no key.
 */
export type JwtKey = {
  readonly kid: string | undefined
  readonly algorithm: JwtAlgorithm
  readonly key: KeyObject
}

export type VerifiedJwt =
  | { readonly state: 'valid'; readonly claims: Claims; readonly kid: string | undefined }
  | { readonly state: 'expired' }
  /** The signature is valid, but a claim about the token's validity rejects it. */
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'invalid'; readonly reason: string; readonly details?: string }

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Tolerance for clock differences, in seconds, as in PostgREST. */
const LEEWAY = 30

const mac = (input: string, secret: string | KeyObject) =>
  createHmac('sha256', secret).update(input).digest()

/**
 * A compact JWS (RFC 7515). A string is an HS256 secret and leaves `kid` out of the header. The
 * claims are signed unchanged: the caller sets `iat` and `exp`.
 */
export function signJwt(claims: Claims, key: string | JwtKey): string {
  if (typeof key === 'string') {
    const input = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
    return `${input}.${mac(input, key).toString('base64url')}`
  }
  const { kid, algorithm } = key
  const header = { alg: algorithm, ...(kid !== undefined && { kid }), typ: 'JWT' }
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${signatureOf(input, key).toString('base64url')}`
}

/**
 * Checks a token's signature, then `exp`, `nbf`, `iat` and the form of `aud`. The reasons are
 * worded as in PostgREST. Of several keys, the one that the token names is used; a token that names
 * none is checked against the HS256 keys, because tokens older than named keys have none. A string
 * is the only HS256 secret, whatever the token names. Synchronous, because it takes a tenth of the
 * time of WebCrypto's promises, and every data-plane request runs it. Never throws.
 */
export function verifyJwt(token: string, keys: string | readonly JwtKey[], now: Date): VerifiedJwt {
  const parts = token.split('.')
  const [header = '', payload = '', signature = ''] = parts
  if (parts.length !== 3) return undecodable(`Expected 3 parts in JWT; got ${parts.length}`)
  const head = parseSegment(header)
  // Extensions that a verifier must understand (RFC 7515, 4.1.11). We understand none.
  if (!head || 'crit' in head) return undecodable("JWT couldn't be decoded")
  const { alg, kid } = head
  if (alg === 'none') return undecodable('Wrong or unsupported encoding algorithm', UNSECURED)
  const input = `${header}.${payload}`
  const given = Buffer.from(signature, 'base64url')
  if (typeof keys === 'string') {
    if (alg !== 'HS256') return undecodable(WRONG_KEY, NO_KEY)
    if (!isSame(given, mac(input, keys))) return undecodable(WRONG_KEY, NO_KEY_FITS)
    return readClaims(payload, undefined, now)
  }
  const candidates = keys.filter((key) =>
    kid === undefined ? key.algorithm === 'HS256' : key.kid === kid,
  )
  // The key determines the algorithm, not the token: otherwise a public key could be used as an
  // HMAC secret.
  const fitting = candidates.filter((key) => key.algorithm === alg)
  if (fitting.length === 0) return undecodable(WRONG_KEY, NO_KEY)
  if (!fitting.some((key) => isSigned(input, given, key)))
    return undecodable(WRONG_KEY, NO_KEY_FITS)
  return readClaims(payload, typeof kid === 'string' ? kid : undefined, now)
}

/** The `iss` claim of an unverified token. */
export function issuerOf(token: string): string | undefined {
  const iss = parseSegment(token.split('.')[1] ?? '')?.['iss']
  return typeof iss === 'string' ? iss : undefined
}

const undecodable = (reason: string, details?: string): VerifiedJwt => ({
  state: 'invalid',
  reason,
  ...(details !== undefined && { details }),
})

const UNSECURED = "JWT is unsecured but expected 'alg' was not 'none'"
const WRONG_KEY = 'No suitable key or wrong key type'
const NO_KEY = 'No suitable key was found to decode the JWT'
const NO_KEY_FITS = 'None of the keys was able to decode the JWT'

function signatureOf(input: string, { algorithm, key }: JwtKey): Buffer {
  if (algorithm === 'HS256') return mac(input, key)
  return sign('sha256', Buffer.from(input), inputFor(algorithm, key))
}

function isSigned(input: string, signature: Buffer, { algorithm, key }: JwtKey): boolean {
  if (algorithm === 'HS256') return isSame(signature, mac(input, key))
  return verify('sha256', Buffer.from(input), inputFor(algorithm, key), signature)
}

// JWS stores the two numbers of an ECDSA signature side by side, where OpenSSL would wrap them in
// ASN.1.
const inputFor = (algorithm: JwtAlgorithm, key: KeyObject): SignKeyObjectInput =>
  algorithm === 'ES256' ? { key, dsaEncoding: 'ieee-p1363' } : { key }

const isSame = (left: Buffer, right: Buffer) =>
  left.length === right.length && timingSafeEqual(left, right)

function readClaims(payload: string, kid: string | undefined, now: Date): VerifiedJwt {
  const claims = parseSegment(payload)
  if (!claims) return refused('Parsing claims failed')
  const seconds = now.getTime() / 1000
  const { exp, nbf, iat, aud } = claims
  if (!isNumberOrNone(exp)) return refused("The JWT 'exp' claim must be a number")
  if (seconds > (exp ?? Infinity) + LEEWAY) return { state: 'expired' }
  if (!isNumberOrNone(nbf)) return refused("The JWT 'nbf' claim must be a number")
  if (seconds < (nbf ?? 0) - LEEWAY) return refused('JWT not yet valid')
  if (!isNumberOrNone(iat)) return refused("The JWT 'iat' claim must be a number")
  if (seconds < (iat ?? 0) - LEEWAY) return refused('JWT issued at future')
  if (!isAudience(aud))
    return refused("The JWT 'aud' claim must be a string or an array of strings")
  return { state: 'valid', claims, kid }
}

const refused = (reason: string): VerifiedJwt => ({ state: 'refused', reason })

const isNumberOrNone = (value: unknown): value is number | null | undefined =>
  value === undefined || value === null || typeof value === 'number'

const isAudience = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'))

function parseSegment(segment: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(segment, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
