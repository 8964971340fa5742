import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

const Name = z.string().trim().max(200)
const Names = z.array(Name.min(1)).max(100)
const Url = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2048)])

/** Starts with `custom:`; clients use it to name the provider. */
export const CustomProviderIdentifier = z.string().regex(/^custom:[a-z\d][a-z\d:_-]{0,48}[a-z\d]$/)

/** A provider that the project describes itself, without its secret. */
export const CustomProvider = z.object({
  identifier: z.string(),
  provider_type: z.enum(['oauth2', 'oidc']),
  name: z.string(),
  client_id: z.string(),
  acceptable_client_ids: z.array(z.string()),
  scopes: z.array(z.string()),
  pkce_enabled: z.boolean(),
  enabled: z.boolean(),
  email_optional: z.boolean(),
  skip_nonce_check: z.boolean(),
  /** Maps a user's attribute to the provider's claim. */
  attribute_mapping: z.record(z.string(), z.unknown()),
  issuer: z.string().optional(),
  discovery_url: z.string().optional(),
  authorization_url: z.string().optional(),
  token_url: z.string().optional(),
  userinfo_url: z.string().optional(),
  jwks_uri: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type CustomProvider = z.infer<typeof CustomProvider>

const path = '/platform/auth/{ref}/custom-providers'
const byRef = z.object({ ref: z.string() })
const byIdentifier = byRef.extend({ identifier: z.string().max(200) })

const Values = z.object({
  name: Name.min(1),
  client_id: z.string().trim().min(1).max(1000),
  client_secret: z.string().min(1).max(5000),
  acceptable_client_ids: Names,
  scopes: Names,
  pkce_enabled: z.boolean(),
  enabled: z.boolean(),
  email_optional: z.boolean(),
  skip_nonce_check: z.boolean(),
  attribute_mapping: z.record(Name, z.string().max(200)),
  issuer: Url,
  discovery_url: Url,
  authorization_url: Url,
  token_url: Url,
  userinfo_url: Url,
  jwks_uri: Url,
})

export const listCustomProviders = endpoint({
  method: 'GET',
  path,
  access: 'project:read',
  params: byRef,
  response: z.array(CustomProvider),
})

/** Adds a provider. The discovery document of an OpenID Connect provider is fetched first. */
export const createCustomProvider = endpoint({
  method: 'POST',
  path,
  access: 'project:update',
  params: byRef,
  body: Values.partial().required({ name: true, client_id: true, client_secret: true }).extend({
    identifier: CustomProviderIdentifier,
    provider_type: CustomProvider.shape.provider_type,
  }),
  response: CustomProvider,
})

/** Changes the given fields. An empty URL removes it. */
export const updateCustomProvider = endpoint({
  method: 'PATCH',
  path: `${path}/{identifier}`,
  access: 'project:update',
  params: byIdentifier,
  body: Values.partial(),
  response: CustomProvider,
})

export const deleteCustomProvider = endpoint({
  method: 'DELETE',
  path: `${path}/{identifier}`,
  access: 'project:update',
  params: byIdentifier,
  response: z.object({}),
})
