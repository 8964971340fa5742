import { createSecretKey, hash, type JsonWebKey } from 'node:crypto'
import { signJwt, verifyJwt, type Claims, type JwtKey, type VerifiedJwt } from '../../lib/jwt.ts'
import type { ApiKeys } from './api-keys.ts'

/** A key named `sb_publishable_…` or `sb_secret_…`, as the gateway needs it. */
export type OpaqueKey = { readonly id: string; readonly role: 'anon' | 'service_role' }

/**
 * Everything a running project knows of its keys at one moment. A change makes a new ring: whoever
 * remembers something because of a ring remembers it with that ring, and asks the project for its
 * `keys` each time.
 */
export type KeyRing = ApiKeys & {
  /** Whether the JWT keys `anon` and `service_role` are taken. */
  readonly areLegacyKeysEnabled: boolean
  /** What `/auth/v1/.well-known/jwks.json` publishes: the public keys of all that are not revoked. */
  readonly jwks: readonly JsonWebKey[]
  /** Signs with the key in use. */
  sign(claims: Claims): string
  /** Checks an access token, or a legacy key, by every key that is not revoked. Never throws. */
  verify(token: string, now: Date): VerifiedJwt
  findOpaqueKey(given: string): OpaqueKey | undefined
  /** Notes that a key has opened a door; written down now and then. */
  noteUse(id: string): void
}

export type SigningPair = {
  readonly signing: JwtKey
  readonly verifying: JwtKey
  readonly publicJwk: JsonWebKey | null
}

export type KeyRingParts = {
  readonly defaults: ApiKeys
  readonly opaque: readonly (OpaqueKey & { readonly value: string })[]
  readonly areLegacyKeysEnabled: boolean
  readonly inUse: SigningPair
  /** Every key that is not revoked, the one in use among them. */
  readonly accepted: readonly SigningPair[]
  readonly noteUse: (id: string) => void
}

export function createKeyRing(parts: KeyRingParts): KeyRing {
  // Found by digest, so that how long it takes says nothing about the keys there are.
  const byDigest = new Map(
    parts.opaque.map(({ id, role, value }) => [digestOf(value), { id, role }]),
  )
  const verifying = parts.accepted.map((pair) => pair.verifying)
  return {
    ...parts.defaults,
    areLegacyKeysEnabled: parts.areLegacyKeysEnabled,
    jwks: parts.accepted.flatMap(({ publicJwk }) => (publicJwk ? [publicJwk] : [])),
    sign: (claims) => signJwt(claims, parts.inUse.signing),
    verify: (token, now) => verifyJwt(token, verifying, now),
    findOpaqueKey: (given) => (given.startsWith('sb_') ? byDigest.get(digestOf(given)) : undefined),
    noteUse: parts.noteUse,
  }
}

/** A ring of the default keys alone, whose one secret signs without a name and never rotates. */
export function createFixedKeyRing(defaults: ApiKeys): KeyRing {
  const key: JwtKey = {
    kid: undefined,
    algorithm: 'HS256',
    key: createSecretKey(Buffer.from(defaults.jwtSecret)),
  }
  const pair: SigningPair = { signing: key, verifying: key, publicJwk: null }
  return createKeyRing({
    defaults,
    opaque: [
      { id: 'publishable', role: 'anon', value: defaults.publishableKey },
      { id: 'secret', role: 'service_role', value: defaults.secretKey },
    ],
    areLegacyKeysEnabled: true,
    inUse: pair,
    accepted: [pair],
    noteUse: () => {},
  })
}

const digestOf = (value: string) => hash('sha256', value, 'base64url')
