import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const byRef = z.object({ ref: z.string() })
const byId = byRef.extend({ id: z.guid() })

/** `publishable` keys are for browsers and apps and respect row level security; `secret` keys are for servers and bypass it. */
export const ApiKeyKind = z.enum(['publishable', 'secret'])
export type ApiKeyKind = z.infer<typeof ApiKeyKind>

/** The name of a key in code and logs; unique among the project's keys of its kind. */
export const ApiKeyName = z
  .string()
  .regex(
    /^[a-z_][a-z0-9_]{0,63}$/,
    'A name has up to 64 lower-case letters, digits and underscores and starts with no digit',
  )
export const ApiKeyDescription = z.string().trim().max(500)

export const ApiKey = z.object({
  id: z.string(),
  kind: ApiKeyKind,
  name: z.string(),
  description: z.string(),
  /** The first characters of the key, by which people recognize it. */
  prefix: z.string(),
  /** The whole publishable key; null for a secret key, which `revealApiKey` returns. */
  value: z.string().nullable(),
  created_at: z.string(),
  /** The time of its last use, to the minute; null when it has never been used. */
  last_used_at: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** A project's API keys, and its two default keys that are safe to use in a browser. */
export const getApiKeys = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/api-keys',
  access: 'key:read_public',
  params: byRef,
  response: z.object({
    anon_key: z.string(),
    publishable_key: z.string(),
    keys: z.array(ApiKey),
    /** Whether the JWT keys `anon` and `service_role` are accepted. */
    are_legacy_keys_enabled: z.boolean(),
  }),
})
export type ApiKeys = z.infer<typeof getApiKeys.response>

/** Returns the secrets of a project; every access adds a row to the audit log. */
export const revealSecrets = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/api-keys/reveal',
  access: 'key:read_secret',
  params: byRef,
  response: z.object({
    service_role_key: z.string(),
    secret_key: z.string(),
    /** The secret that signs the legacy keys. */
    jwt_secret: z.string(),
    database_password: z.string(),
    connection_string: z.string(),
  }),
})

/** 409 `api_key_name_taken`, or `too_many_api_keys` beyond 50. */
export const createApiKey = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/api-keys',
  access: 'key:manage',
  params: byRef,
  body: z.object({
    kind: ApiKeyKind,
    name: ApiKeyName,
    description: ApiKeyDescription.optional(),
  }),
  response: ApiKey.extend({ value: z.string() }),
  status: 201,
})

/** Returns a whole key; the access adds a row to the audit log. */
export const revealApiKey = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/api-keys/{id}/reveal',
  access: 'key:read_secret',
  params: byId,
  response: z.object({ value: z.string() }),
})

/** Revokes a key at once. Returns 409 `last_api_key` for the last of its kind, which the project's own services use. */
export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/platform/projects/{ref}/api-keys/{id}',
  access: 'key:manage',
  params: byId,
  response: z.object({}),
})

/** Enables or disables the JWT keys `anon` and `service_role`; access tokens of people stay valid. */
export const setLegacyApiKeys = endpoint({
  method: 'PUT',
  path: '/platform/projects/{ref}/api-keys/legacy',
  access: 'key:manage',
  params: byRef,
  body: z.object({ enabled: z.boolean() }),
  response: z.object({ enabled: z.boolean() }),
})

export const SigningAlgorithm = z.enum(['ES256', 'RS256', 'HS256'])
export type SigningAlgorithm = z.infer<typeof SigningAlgorithm>

/**
 * - `standby`: published, so that verifiers know it before it signs.
 * - `in_use`: signs new access tokens; each project has exactly one.
 * - `previously_used`: signs no new tokens; the tokens it has signed stay valid.
 * - `revoked`: the tokens it has signed are refused.
 */
export const SigningKeyState = z.enum(['standby', 'in_use', 'previously_used', 'revoked'])
export type SigningKeyState = z.infer<typeof SigningKeyState>

export const SigningKey = z.object({
  /** The `kid` of the tokens that it signs. */
  id: z.string(),
  algorithm: SigningAlgorithm,
  state: SigningKeyState,
  /** The project's first secret, which signs its legacy API keys. */
  is_legacy: z.boolean(),
  /** Null for a symmetric key, whose secret also verifies. */
  public_jwk: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.string(),
  state_changed_at: z.string(),
})
export type SigningKey = z.infer<typeof SigningKey>

export const listSigningKeys = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/signing-keys',
  access: 'key:read_public',
  params: byRef,
  response: z.object({ keys: z.array(SigningKey), jwks_url: z.string() }),
})

/**
 * Adds the standby key, generated or imported: PEM (PKCS #8, SEC1 or PKCS #1) or JWK for
 * ES256 and RS256, the secret's own text for HS256. 400 `signing_key_invalid`, 409
 * `standby_key_exists`, `signing_key_known` or `too_many_signing_keys`.
 */
export const createSigningKey = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/signing-keys',
  access: 'key:manage',
  params: byRef,
  body: z.object({
    algorithm: SigningAlgorithm,
    private_key: z.string().min(1).max(20_000).optional(),
  }),
  response: SigningKey,
  status: 201,
})

/**
 * Puts the standby key in use; the former key becomes `previously_used` in the same transaction. Returns
 * 409 `signing_key_state` when the key is not on standby.
 */
export const rotateSigningKey = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/signing-keys/{id}/rotate',
  access: 'key:manage',
  params: byId,
  response: SigningKey,
})

/** Refuses the tokens that the key has signed. Returns 409 `signing_key_state` for the key in use. */
export const revokeSigningKey = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/signing-keys/{id}/revoke',
  access: 'key:manage',
  params: byId,
  response: SigningKey,
})

/** Returns the secret or the private key (PEM); the access adds a row to the audit log. */
export const revealSigningKey = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/signing-keys/{id}/reveal',
  access: 'key:manage',
  params: byId,
  response: z.object({ private_key: z.string() }),
})

/** Deletes a revoked key. Returns 409 `signing_key_state` for any other. */
export const deleteSigningKey = endpoint({
  method: 'DELETE',
  path: '/platform/projects/{ref}/signing-keys/{id}',
  access: 'key:manage',
  params: byId,
  response: z.object({}),
})
