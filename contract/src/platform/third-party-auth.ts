import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Another service whose access tokens the project's APIs accept. */
export const ThirdPartyAuth = z.object({
  id: z.uuid(),
  /** Where the keys come from: `oidc`, `jwks`, or `custom`. */
  type: z.string(),
  oidc_issuer_url: z.string(),
  jwks_url: z.string().nullable(),
  custom_jwks: z.unknown(),
  /** The public keys as they were last read. */
  resolved_jwks: z.unknown(),
  inserted_at: z.string(),
  updated_at: z.string(),
  resolved_at: z.string(),
})
export type ThirdPartyAuth = z.infer<typeof ThirdPartyAuth>

const path = '/v1/projects/{ref}/config/auth/third-party-auth'
const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), tpa_id: z.uuid() })
const Url = z
  .url({ protocol: /^https?$/, error: 'Enter a URL that begins with https://.' })
  .max(2048)

export const listThirdPartyAuth = endpoint({
  method: 'GET',
  path,
  access: 'project:read',
  params: byRef,
  response: z.array(ThirdPartyAuth),
})

/**
 * Accepts the tokens of an issuer. Without `jwks_url` or `custom_jwks`, its discovery document names
 * the keys. The issuer is always needed, because tokens of others can be signed with the same keys:
 * 400 `third_party_auth_invalid`, 409 `third_party_auth_exists`.
 */
export const createThirdPartyAuth = endpoint({
  method: 'POST',
  path,
  access: 'project:update',
  params: byRef,
  body: z.object({
    oidc_issuer_url: Url,
    jwks_url: Url.optional(),
    custom_jwks: z.record(z.string(), z.unknown()).optional(),
  }),
  response: ThirdPartyAuth,
  status: 201,
})

export const readThirdPartyAuth = endpoint({
  method: 'GET',
  path: `${path}/{tpa_id}`,
  access: 'project:read',
  params: byId,
  response: ThirdPartyAuth,
})

/** Tokens of the issuer are rejected from the next request on. */
export const deleteThirdPartyAuth = endpoint({
  method: 'DELETE',
  path: `${path}/{tpa_id}`,
  access: 'project:update',
  params: byId,
  response: ThirdPartyAuth,
})
