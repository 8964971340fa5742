import { createHmac, timingSafeEqual } from 'node:crypto'

export type Claims = Readonly<Record<string, unknown>>

export type VerifiedJwt =
  | { readonly state: 'valid'; readonly claims: Claims }
  | { readonly state: 'expired' }
  | { readonly state: 'not_yet_valid' }
  | { readonly state: 'invalid'; readonly reason: string }

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const HEADER = encode({ alg: 'HS256', typ: 'JWT' })

/** Allowance for clocks that differ, in seconds; PostgREST's own. */
const LEEWAY = 30

const mac = (input: string, secret: string) => createHmac('sha256', secret).update(input).digest()

/** A compact HS256 JWS (RFC 7515). The claims are signed as they are: the caller sets `iat` and `exp`. */
export function signJwt(claims: Claims, secret: string): string {
  const input = `${HEADER}.${encode(claims)}`
  return `${input}.${mac(input, secret).toString('base64url')}`
}

/**
 * Checks an HS256 token's signature, `exp` and `nbf`. Synchronous HMAC: a tenth of the cost of
 * WebCrypto's promises on the path every data-plane request takes. Never throws.
 */
export function verifyJwt(token: string, secret: string, now: Date): VerifiedJwt {
  const [header, payload, signature, ...rest] = token.split('.')
  if (!header || !payload || !signature || rest.length > 0)
    return { state: 'invalid', reason: 'Expected 3 parts in JWT' }
  const head = parseSegment(header)
  // The algorithm is ours to choose: a token that asks for another (or for none) is not ours.
  if (head?.['alg'] !== 'HS256')
    return { state: 'invalid', reason: 'Unsupported signing algorithm' }
  const expected = mac(`${header}.${payload}`, secret)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { state: 'invalid', reason: 'JWSError JWSInvalidSignature' }
  const claims = parseSegment(payload)
  if (!claims) return { state: 'invalid', reason: 'Claims are not a JSON object' }
  const seconds = now.getTime() / 1000
  const { exp, nbf } = claims
  if (exp !== undefined && typeof exp !== 'number')
    return { state: 'invalid', reason: "The JWT 'exp' claim must be a number" }
  if (typeof exp === 'number' && seconds > exp + LEEWAY) return { state: 'expired' }
  if (typeof nbf === 'number' && seconds < nbf - LEEWAY) return { state: 'not_yet_valid' }
  return { state: 'valid', claims }
}

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
