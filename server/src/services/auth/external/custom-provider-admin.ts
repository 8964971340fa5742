import { z } from 'zod'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { authError, validationFailed } from '../errors.ts'
import {
  countCustomProviders,
  deleteCustomProvider,
  findCustomProvider,
  insertCustomProvider,
  listCustomProviders,
  updateCustomProvider,
  type CustomProvider,
  type CustomProviderValues,
} from '../queries/custom-providers.ts'
import { DiscoveryDocument, fetchDiscovery } from './discovery.ts'

const Name = z.string().max(200)
const Names = z.array(Name).max(100).optional()
const Url = z
  .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2048)])
  .transform((url) => url || null)
  .optional()
const Flag = z.boolean().optional()

export const CustomProviderBody = z.object({
  provider_type: z.enum(['oauth2', 'oidc']).optional(),
  identifier: Name.optional(),
  name: Name.optional(),
  client_id: z.string().max(1000).optional(),
  client_secret: z.string().max(5000).optional(),
  acceptable_client_ids: Names,
  scopes: Names,
  custom_claims_allowlist: Names,
  pkce_enabled: Flag,
  attribute_mapping: z.record(Name, z.unknown()).optional(),
  authorization_params: z.record(Name, z.string().max(1000)).optional(),
  enabled: Flag,
  email_optional: Flag,
  issuer: Url,
  discovery_url: Url,
  skip_nonce_check: Flag,
  authorization_url: Url,
  token_url: Url,
  userinfo_url: Url,
  jwks_uri: Url,
})
type CustomProviderBody = z.infer<typeof CustomProviderBody>

export const ListCustomProvidersQuery = z.object({ type: text })

const MAX_PROVIDERS = 100
const IDENTIFIER = /^custom:[a-z\d][a-z\d:_-]{0,48}[a-z\d]$/

const notFound = () => authError(404, 'custom_provider_not_found', 'Custom provider not found')

/** Parameters that the server sets itself, so the row of a provider must not override them. */
const RESERVED = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'state',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'nonce',
]

export async function listCustomProviderBodies(
  { database }: Pick<AuthContext, 'database'>,
  { type }: z.infer<typeof ListCustomProvidersQuery>,
) {
  if (type !== '' && type !== 'oauth2' && type !== 'oidc')
    throw validationFailed('type must be oauth2 or oidc')
  const rows = await listCustomProviders(database, type === '' ? undefined : type)
  return { providers: rows.map(toBody) }
}

export async function getCustomProvider(
  { database }: Pick<AuthContext, 'database'>,
  identifier: string,
) {
  const row = await findCustomProvider(database, identifier)
  if (!row) throw notFound()
  return toBody(row)
}

/** Adds a provider. The addresses of an OIDC provider come from its discovery document. */
export async function addCustomProvider(context: AuthContext, body: CustomProviderBody) {
  const { provider_type: type, identifier = '', name, client_id: clientId } = body
  if (!type) throw validationFailed('provider_type must be oauth2 or oidc')
  if (!IDENTIFIER.test(identifier))
    throw validationFailed(
      'identifier must start with custom: and contain only lowercase letters, digits, colons, dashes, and underscores',
    )
  if (!name) throw validationFailed('name is required')
  if (!clientId) throw validationFailed('client_id is required')
  if (!body.client_secret) throw validationFailed('client_secret is required')
  const values = await prepare(context, { ...body, provider_type: type })
  if ((await countCustomProviders(context.database)) >= MAX_PROVIDERS)
    throw authError(400, 'over_custom_provider_quota', 'The project has too many custom providers')
  const row = await insertCustomProvider(context.database, values, context.now)
  if (!row) throw authError(400, 'conflict', 'A provider with this identifier already exists')
  return toBody(row)
}

export async function changeCustomProvider(
  context: AuthContext,
  identifier: string,
  body: CustomProviderBody,
) {
  const current = await findCustomProvider(context.database, identifier)
  if (!current) throw notFound()
  if (body.provider_type && body.provider_type !== current.provider_type)
    throw validationFailed('provider_type cannot be changed')
  if (body.identifier && body.identifier !== identifier)
    throw validationFailed('identifier cannot be changed')
  const values = await prepare(context, body, current)
  const row = await updateCustomProvider(context.database, identifier, values, context.now)
  if (!row) throw notFound()
  return toBody(row)
}

export async function removeCustomProvider(
  { database }: Pick<AuthContext, 'database'>,
  identifier: string,
) {
  if ((await deleteCustomProvider(database, identifier)) === 0) throw notFound()
}

/** Checks the body together with what is stored, and encrypts the secret. */
async function prepare(
  context: Pick<AuthContext, 'now' | 'outgoing' | 'project' | 'providerBox'>,
  { client_secret: secret, ...body }: CustomProviderBody,
  current?: CustomProvider,
): Promise<CustomProviderValues> {
  const reserved = Object.keys(body.authorization_params ?? {}).find((name) =>
    RESERVED.includes(name.toLowerCase()),
  )
  if (reserved !== undefined)
    throw validationFailed(`authorization_params cannot contain ${reserved}`)
  const values: CustomProviderValues = {
    ...body,
    ...(secret && {
      client_secret: context.providerBox.seal(secret, context.project.ref).toString('base64'),
    }),
  }
  const whole = { ...current, ...withoutUndefined(body) }
  if (whole.provider_type === 'oauth2') {
    if (!whole.authorization_url || !whole.token_url || !whole.userinfo_url)
      throw validationFailed(
        'authorization_url, token_url, and userinfo_url are required for OAuth2 providers',
      )
    return values
  }
  if (!whole.issuer) throw validationFailed('issuer is required for OIDC providers')
  const isMoved = body.issuer !== undefined || body.discovery_url !== undefined
  if (current && !isMoved) return values
  const document = await fetchDiscovery(context, {
    issuer: whole.issuer,
    discovery_url: whole.discovery_url ?? null,
  })
  return { ...values, cached_discovery: document, discovery_cached_at: context.now }
}

const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<T>

function toBody(row: CustomProvider) {
  const {
    client_secret: _secret,
    cached_discovery: cached,
    discovery_cached_at: _at,
    ...body
  } = row
  const document = DiscoveryDocument.safeParse(cached)
  const urls = Object.entries(body).filter(([, value]) => value !== null)
  return {
    ...Object.fromEntries(urls),
    ...(row.provider_type === 'oidc' && {
      discovery_document: document.success ? documentBody(document.data) : null,
    }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

const documentBody = ({
  scopes_supported: supported_scopes,
  response_types_supported: supported_response_types,
  subject_types_supported: supported_subject_types,
  id_token_signing_alg_values_supported: supported_id_token_signing_algs,
  ...endpoints
}: DiscoveryDocument) => ({
  ...endpoints,
  supported_scopes,
  supported_response_types,
  supported_subject_types,
  supported_id_token_signing_algs,
})
