import { createPublicKey, createSecretKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { JwtKey } from '../../lib/jwt.ts'
import { PublicKey } from './third-party/key-set.ts'
import { createKeyRing, type KeyRing } from './key-ring.ts'

const Jwk = z.custom<JsonWebKey>((value) => typeof value === 'object' && value !== null)

/** The data with which another process of the installation admits the same callers, as JSON. */
export const VerifyingKeys = z.object({
  defaults: z.object({
    jwtSecret: z.string(),
    anonKey: z.string(),
    serviceRoleKey: z.string(),
    publishableKey: z.string(),
    secretKey: z.string(),
  }),
  opaque: z.array(
    z.object({ id: z.string(), role: z.enum(['anon', 'service_role']), value: z.string() }),
  ),
  areLegacyKeysEnabled: z.boolean(),
  accepted: z.array(
    z.object({
      kid: z.string().optional(),
      algorithm: z.enum(['HS256', 'ES256', 'RS256']),
      key: Jwk,
      publicJwk: Jwk.nullable(),
    }),
  ),
  thirdParties: z
    .array(
      z.object({
        id: z.string(),
        issuer: z.string(),
        keys: z.array(PublicKey),
        resolvedAt: z.number(),
      }),
    )
    .optional(),
})
export type VerifyingKeys = z.infer<typeof VerifyingKeys>

/** Omits private signing keys; an HS256 secret is kept, because it also verifies. */
export function toVerifyingKeys({ verifying }: KeyRing): VerifyingKeys {
  const { defaults, opaque, areLegacyKeysEnabled, accepted, thirdParties } = verifying
  return {
    defaults,
    opaque: [...opaque],
    areLegacyKeysEnabled,
    ...(thirdParties && { thirdParties: [...thirdParties] }),
    accepted: accepted.map(({ verifying: { kid, algorithm, key }, publicJwk }) => ({
      ...(kid !== undefined && { kid }),
      algorithm,
      key: key.export({ format: 'jwk' }),
      publicJwk,
    })),
  }
}

/** A ring that can verify but not sign. */
export function fromVerifyingKeys(
  { accepted, ...keys }: VerifyingKeys,
  noteUse: (id: string) => void,
): KeyRing {
  const pairs = accepted.map(({ kid, algorithm, key, publicJwk }) => {
    const verifying: JwtKey = { kid, algorithm, key: keyOf(key) }
    return { verifying, publicJwk }
  })
  return createKeyRing({ ...keys, accepted: pairs, inUse: undefined, noteUse })
}

const keyOf = (jwk: JsonWebKey): KeyObject =>
  jwk.kty === 'oct'
    ? createSecretKey(Buffer.from(jwk.k ?? '', 'base64url'))
    : createPublicKey({ key: jwk, format: 'jwk' })
