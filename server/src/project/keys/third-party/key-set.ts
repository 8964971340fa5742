import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { z } from 'zod'
import type { JwtKey } from '../../../lib/jwt.ts'

/** Maximum number of keys kept per issuer; providers publish two or three. */
const MAX_KEYS = 50
const MIN_RSA_BITS = 2048

/** The public parts of the keys that verify access tokens: RSA for RS256, and P-256 for ES256. */
export const PublicKey = z.union([
  z.object({
    kty: z.literal('RSA'),
    kid: z.string().min(1).max(500),
    alg: z.literal('RS256').default('RS256'),
    n: z.string().max(2000),
    e: z.string().max(20),
  }),
  z.object({
    kty: z.literal('EC'),
    kid: z.string().min(1).max(500),
    alg: z.literal('ES256').default('ES256'),
    crv: z.literal('P-256'),
    x: z.string().max(100),
    y: z.string().max(100),
  }),
])
export type PublicKey = z.infer<typeof PublicKey>

/** A JSON Web Key Set with the keys that can be used. Other keys, such as those for encryption, are left out. */
export const KeySet = z
  .object({ keys: z.array(z.looseObject({ use: z.string().optional() })).max(MAX_KEYS) })
  .transform(({ keys }) => ({
    keys: keys.flatMap((key): PublicKey[] => {
      if (key.use !== undefined && key.use !== 'sig') return []
      const parsed = PublicKey.safeParse(key)
      return parsed.success && toJwtKey(parsed.data) ? [parsed.data] : []
    }),
  }))
export type KeySet = z.infer<typeof KeySet>

/** The verifying key; undefined if it is invalid or too weak. */
export function toJwtKey(jwk: PublicKey): JwtKey | undefined {
  try {
    const key = createPublicKey({ key: jwk satisfies JsonWebKey, format: 'jwk' })
    const bits = key.asymmetricKeyDetails?.modulusLength
    if (bits !== undefined && bits < MIN_RSA_BITS) return undefined
    return { kid: jwk.kid, algorithm: jwk.alg, key }
  } catch {
    return undefined
  }
}
