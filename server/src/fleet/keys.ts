import { randomBytes, randomInt } from 'node:crypto'
import { signJwt } from '../lib/jwt.ts'

export type ApiKeys = {
  /** Signs and verifies this project's tokens (HS256). */
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

/** A project reference: 20 lower-case letters, as clients and connection strings expect it. */
export const generateRef = (): string =>
  Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** A fresh set of keys; the two JWTs are signed with the fresh secret and live ten years. */
export function generateApiKeys(ref: string, now: Date): ApiKeys {
  const jwtSecret = randomBytes(48).toString('base64url')
  const iat = Math.floor(now.getTime() / 1000)
  const legacy = (role: string) =>
    signJwt({ iss: 'supabase', ref, role, iat, exp: iat + TEN_YEARS }, jwtSecret)
  return {
    jwtSecret,
    anonKey: legacy('anon'),
    serviceRoleKey: legacy('service_role'),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
  }
}
