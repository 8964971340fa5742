import type { ApiKeyKind } from '@stoa/contract/platform/keys'
import { randomBytes, randomInt } from 'node:crypto'
import { signJwt } from '../../lib/jwt.ts'

/** A project's default keys, one of each kind. Of several opaque keys the oldest is the default. */
export type ApiKeys = {
  /**
   * The project's first secret: signs the two legacy keys, and access tokens until it is rotated out.
   * The secrets of the project's other tokens and links are always derived from it.
   */
  readonly jwtSecret: string
  /** Legacy keys: JWTs whose `role` claim is the database role. */
  readonly anonKey: string
  readonly serviceRoleKey: string
  /** Opaque keys, `sb_publishable_…` for browsers and `sb_secret_…` for servers. */
  readonly publishableKey: string
  readonly secretKey: string
}

const TEN_YEARS = 10 * 365 * 24 * 3600
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** A project reference: 20 lowercase letters, as clients and connection strings expect. */
export const generateRef = (): string =>
  Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** A new set of keys; the two JWTs are signed with the new secret and are valid for ten years. */
export function generateApiKeys(ref: string, now: Date): ApiKeys {
  const jwtSecret = randomBytes(48).toString('base64url')
  const iat = Math.floor(now.getTime() / 1000)
  const legacy = (role: string) =>
    signJwt({ iss: 'supabase', ref, role, iat, exp: iat + TEN_YEARS }, jwtSecret)
  return {
    jwtSecret,
    anonKey: legacy('anon'),
    serviceRoleKey: legacy('service_role'),
    publishableKey: newApiKey('publishable'),
    secretKey: newApiKey('secret'),
  }
}

/** An opaque key: 192 random bits after a prefix that secret scanners recognize. */
export const newApiKey = (kind: ApiKeyKind): string =>
  `sb_${kind}_${randomBytes(24).toString('base64url')}`
