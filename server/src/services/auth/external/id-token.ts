import { createHash, timingSafeEqual } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { AuthContext } from '../context.ts'
import type { Json } from './provider-requests.ts'
import type { Provider } from './provider.ts'

/** Signatures with a public key only: `none` and secrets prove nothing about the provider. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
]

const MAX_TOKEN = 20_000

export type IdTokenResult =
  | { readonly state: 'valid'; readonly claims: Json }
  | { readonly state: 'invalid'; readonly reason: string }

/**
 * Checks the signature, issuer, audience, and times of an ID token. With an access token, `at_hash`
 * must be its hash, if the claim is present. The caller has to check the nonce.
 */
export async function verifyIdToken(
  context: Pick<AuthContext, 'jwks' | 'now' | 'outgoing'>,
  { issuer, clientIds }: Pick<Provider, 'issuer' | 'clientIds'>,
  given: { readonly token: string; readonly accessToken: string },
): Promise<IdTokenResult> {
  if (!issuer) return invalid('The provider does not issue ID tokens')
  if (given.token.length > MAX_TOKEN) return invalid('The token is too long')
  try {
    const { payload } = await jwtVerify(
      given.token,
      context.jwks.keysAt(context.outgoing, issuer.jwks),
      {
        algorithms: ALGORITHMS,
        audience: [...clientIds],
        requiredClaims: ['sub', 'iss', 'aud', 'exp'],
        currentDate: context.now,
        clockTolerance: 30,
      },
    )
    if (!issuer.isIssuer(payload.iss ?? ''))
      return invalid('The token was issued by a different issuer')
    if (typeof payload['azp'] === 'string' && !clientIds.includes(payload['azp']))
      return invalid('The token was issued for a different client')
    if (!fitsAccessToken(given, payload['at_hash']))
      return invalid('The access token does not match the ID token')
    return { state: 'valid', claims: payload }
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud')
      return invalid('Unacceptable audience in id_token')
    if (error instanceof errors.JOSEError) return invalid('Bad ID token')
    throw error
  }
}

const invalid = (reason: string): IdTokenResult => ({ state: 'invalid', reason })

function fitsAccessToken(
  given: { token: string; accessToken: string },
  expected: unknown,
): boolean {
  if (given.accessToken === '' || typeof expected !== 'string') return true
  const { alg = '' } = decodeProtectedHeader(given.token)
  const bits = /\d{3}$/.exec(alg)?.[0] ?? '512'
  const whole = createHash(`sha${bits}`).update(given.accessToken).digest()
  return isSame(whole.subarray(0, whole.length / 2).toString('base64url'), expected)
}

/** Compares in constant time. */
export function isSame(left: string, right: string): boolean {
  const [first, second] = [Buffer.from(left), Buffer.from(right)]
  return first.length === second.length && timingSafeEqual(first, second)
}
