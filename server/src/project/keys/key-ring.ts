import { createSecretKey, hash, type JsonWebKey } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { signJwt, verifyJwt, type Claims, type JwtKey, type VerifiedJwt } from '../../lib/jwt.ts'
import type { Log } from '../../lib/log.ts'
import type { Session } from '../../postgres/database.ts'
import type { ApiKeys } from './api-keys.ts'
import { noteApiKeyUse } from './queries.ts'
import { createThirdPartyTokens, type ThirdParty } from './third-party/verify.ts'

/** An `sb_publishable_…` or `sb_secret_…` key, as the gateway needs it. */
export type OpaqueKey = { readonly id: string; readonly role: 'anon' | 'service_role' }

/**
 * An immutable snapshot of a project's keys. Every change creates a new ring, so read `keys` from
 * the project each time, and store anything cached from a ring under that ring.
 */
export type KeyRing = ApiKeys & {
  /** Whether the JWT keys `anon` and `service_role` are accepted. */
  readonly areLegacyKeysEnabled: boolean
  /** The public keys at `/auth/v1/.well-known/jwks.json`, without revoked ones. */
  readonly jwks: readonly JsonWebKey[]
  /** Signs with the key in use. */
  sign(claims: Claims): string
  /**
   * Verifies an access token or legacy key against every key that is not revoked, or else against
   * those of the other service that issued it. Never throws.
   */
  verify(token: string, now: Date): VerifiedToken
  findOpaqueKey(given: string): OpaqueKey | undefined
  /** The data with which another process of the installation admits the same callers. */
  readonly verifying: VerifyingParts
  /** Notes that an API key was used; recorded at most once a minute. */
  noteUse(id: string): void
}

/** With `isThirdParty`, the token identifies a user of another service, not of this project. */
export type VerifiedToken = VerifiedJwt & { readonly isThirdParty?: true }

export type SigningPair = {
  readonly signing: JwtKey
  readonly verifying: JwtKey
  readonly publicJwk: JsonWebKey | null
}

export type VerifyingParts = {
  readonly defaults: ApiKeys
  readonly opaque: readonly (OpaqueKey & { readonly value: string })[]
  readonly areLegacyKeysEnabled: boolean
  /** Every key that is not revoked, including the one in use. */
  readonly accepted: readonly Omit<SigningPair, 'signing'>[]
  /** Other services whose tokens are accepted. */
  readonly thirdParties?: readonly ThirdParty[] | undefined
}

export type KeyRingParts = VerifyingParts & {
  /** Undefined for a ring that only verifies. */
  readonly inUse: SigningPair | undefined
  readonly noteUse: (id: string) => void
  /** Rereads another service's keys. A ring of another process is replaced instead. */
  readonly readAgain?: (thirdPartyId: string) => void
}

export function createKeyRing(parts: KeyRingParts): KeyRing {
  // Keys are looked up by digest, so that the duration reveals nothing about existing keys.
  const byDigest = new Map(
    parts.opaque.map(({ id, role, value }) => [digestOf(value), { id, role }]),
  )
  const accepted = parts.accepted.map((pair) => pair.verifying)
  const others = createThirdPartyTokens(parts.thirdParties ?? [], parts.readAgain ?? (() => {}))
  return {
    ...parts.defaults,
    areLegacyKeysEnabled: parts.areLegacyKeysEnabled,
    jwks: parts.accepted.flatMap(({ publicJwk }) => (publicJwk ? [publicJwk] : [])),
    sign(claims) {
      if (!parts.inUse) throw new Error('This process does not sign tokens')
      return signJwt(claims, parts.inUse.signing)
    },
    verify(token, now) {
      const own = verifyJwt(token, accepted, now)
      const other = own.state === 'invalid' ? others.verify(token, now) : undefined
      return other ? { ...other, isThirdParty: true } : own
    },
    findOpaqueKey: (given) => (given.startsWith('sb_') ? byDigest.get(digestOf(given)) : undefined),
    verifying: parts,
    noteUse: parts.noteUse,
  }
}

/** A ring with only the default keys. Its one secret signs without a `kid` and never rotates. */
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

/** How often the use of a busy key is written, in milliseconds. */
const INTERVAL_MS = 60_000

/**
 * Records the use of API keys: the first use in each minute is written, the others are skipped.
 * Requests do not wait for the write, and a failed one is harmless.
 */
export function createKeyUses(deps: { session: () => Session; clock: Clock; log: Log }) {
  const noted = new Map<string, number>()

  return function noteUse(id: string): void {
    const at = deps.clock.now()
    const last = noted.get(id)
    if (last !== undefined && at.getTime() - last < INTERVAL_MS) return
    noted.set(id, at.getTime())
    noteApiKeyUse(deps.session(), id, at).catch((error: unknown) =>
      deps.log.warn({ error, id }, 'Could not record the last use of an API key.'),
    )
  }
}
