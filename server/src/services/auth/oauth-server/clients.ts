import { isUnsafeScheme } from '@stoa/contract/services/auth/settings'
import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { authError, validationFailed } from '../errors.ts'
import { digestOf } from '../digests.ts'
import {
  countDynamicClients,
  deleteOAuthClient,
  findOAuthClient,
  insertOAuthClient,
  listOAuthClients,
  updateOAuthClient,
  type OAuthClient,
  type OAuthClientChange,
} from '../queries/oauth-clients.ts'

const Uris = z.array(z.string().max(2048)).max(10).optional()
const Link = z.string().max(2048).optional()

export const ClientBody = z.object({
  client_name: z.string().max(1024).optional(),
  client_uri: Link,
  logo_uri: Link,
  redirect_uris: Uris,
  grant_types: z.array(z.string().max(50)).max(10).optional(),
  response_types: z.array(z.string().max(50)).max(10).optional(),
  token_endpoint_auth_method: z
    .enum(['client_secret_basic', 'client_secret_post', 'none'])
    .optional(),
})
type ClientBody = z.infer<typeof ClientBody>

const GRANTS = ['authorization_code', 'refresh_token']
/** Registering needs no key, so the number of such clients is limited. */
const MAX_DYNAMIC = 10_000

/** 404 `feature_disabled` unless the project signs people in to other apps. */
export function requireOAuthServer({ settings }: Pick<AuthContext, 'settings'>) {
  if (!settings.oauth_server_enabled)
    throw authError(404, 'feature_disabled', 'OAuth server is disabled')
}

const notFound = () => authError(404, 'oauth_client_not_found', 'OAuth client not found')

/** Adds a client of the project's owner, or one that registers itself. */
export async function createClient(
  context: AuthContext,
  body: ClientBody,
  registration: 'manual' | 'dynamic',
) {
  if (registration === 'dynamic') await checkRegistration(context)
  if (!body.client_name?.trim()) throw validationFailed('client_name is required')
  if (!body.redirect_uris?.length) throw validationFailed('redirect_uris is required')
  checkBody(body)
  const method = body.token_endpoint_auth_method ?? 'client_secret_basic'
  const secret = method === 'none' ? undefined : newSecret()
  const client = await insertOAuthClient(context.database, {
    id: randomUUID(),
    secretDigest: secret === undefined ? null : digestOf(secret),
    registration,
    type: method === 'none' ? 'public' : 'confidential',
    method,
    name: body.client_name.trim(),
    clientUri: body.client_uri || null,
    logoUri: body.logo_uri || null,
    redirectUris: body.redirect_uris,
    grantTypes: body.grant_types ?? GRANTS,
    now: context.now,
  })
  return { ...toClientBody(client), ...(secret !== undefined && { client_secret: secret }) }
}

async function checkRegistration(context: AuthContext) {
  const { settings, limits, project, client } = context
  if (!settings.oauth_server_allow_dynamic_registration)
    throw authError(
      403,
      'oauth_dynamic_client_registration_disabled',
      'Dynamic client registration is disabled',
    )
  limits.count('externalByIp', project.ref, client.network)
  if ((await countDynamicClients(context.database)) >= MAX_DYNAMIC)
    throw authError(403, 'over_oauth_client_quota', 'The project has too many registered clients')
}

const newSecret = () => randomBytes(32).toString('base64url')

export async function getClient({ database }: Pick<AuthContext, 'database'>, id: string) {
  const client = await findOAuthClient(database, id)
  if (!client) throw notFound()
  return toClientBody(client)
}

export async function changeClient(
  context: Pick<AuthContext, 'database' | 'now'>,
  id: string,
  body: ClientBody,
) {
  checkBody(body)
  const current = await findOAuthClient(context.database, id)
  if (!current) throw notFound()
  const { token_endpoint_auth_method: method } = body
  if (method !== undefined && (method === 'none') !== (current.client_type === 'public'))
    throw validationFailed('The type of a client cannot be changed between public and confidential')
  if (body.redirect_uris?.length === 0) throw validationFailed('redirect_uris cannot be empty')
  const change: OAuthClientChange = {
    client_name: body.client_name?.trim() || undefined,
    client_uri: body.client_uri,
    logo_uri: body.logo_uri,
    redirect_uris: body.redirect_uris?.join(','),
    grant_types: body.grant_types?.join(','),
    token_endpoint_auth_method: method,
  }
  const client = await updateOAuthClient(context.database, id, change, context.now)
  if (!client) throw notFound()
  return toClientBody(client)
}

/** Replaces the secret; the old one stops working at once. */
export async function regenerateSecret(context: Pick<AuthContext, 'database' | 'now'>, id: string) {
  const current = await findOAuthClient(context.database, id)
  if (!current) throw notFound()
  if (current.client_type === 'public') throw validationFailed('A public client has no secret')
  const secret = newSecret()
  const change = { client_secret_hash: digestOf(secret) }
  const client = await updateOAuthClient(context.database, id, change, context.now)
  if (!client) throw notFound()
  return { ...toClientBody(client), client_secret: secret }
}

/** Deletes the client and ends its sessions. */
export async function removeClient(
  context: Pick<AuthContext, 'database' | 'now' | 'project' | 'sessions'>,
  id: string,
) {
  const deleted = await context.database.transaction((tx) => deleteOAuthClient(tx, id, context.now))
  if (!deleted) throw notFound()
  context.sessions.forget(context.project.ref)
}

const Page = z.coerce.number().int().min(1).max(1_000_000).catch(1)
export const ListClientsQuery = z.object({
  page: Page,
  per_page: z.coerce.number().int().min(1).max(1000).catch(50),
})

export async function listClients(
  { database }: Pick<AuthContext, 'database'>,
  { page, per_page: size }: z.infer<typeof ListClientsQuery>,
) {
  const { clients, total } = await listOAuthClients(database, {
    limit: size,
    offset: (page - 1) * size,
  })
  const last = Math.max(1, Math.ceil(total / size))
  const linkTo = (to: number, rel: string) => `<?page=${to}&per_page=${size}>; rel="${rel}"`
  const links = [...(page < last ? [linkTo(page + 1, 'next')] : []), linkTo(last, 'last')]
  return {
    body: { clients: clients.map(toClientBody), aud: 'authenticated' },
    headers: { 'x-total-count': String(total), link: links.join(', ') },
  }
}

function checkBody({
  redirect_uris: uris,
  grant_types: grants,
  response_types: types,
  ...body
}: ClientBody) {
  for (const uri of uris ?? []) checkRedirectUri(uri)
  if (grants && (grants.length === 0 || grants.some((grant) => !GRANTS.includes(grant))))
    throw validationFailed('grant_types can only be authorization_code and refresh_token')
  if (types?.some((type) => type !== 'code'))
    throw validationFailed('response_types can only be code')
  for (const name of ['client_uri', 'logo_uri'] as const) {
    const uri = body[name]
    if (uri && !(URL.canParse(uri) && /^https?:$/.test(new URL(uri).protocol)))
      throw validationFailed(`${name} must be a URL`)
  }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Codes must not be sent in the clear, into scripts, or to addresses that look like others. */
function checkRedirectUri(uri: string) {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  if (!url || isUnsafeScheme(url.protocol)) throw validationFailed(`Invalid redirect URI: ${uri}`)
  if (uri.includes('#') || uri.includes(',') || /[\s\\]/.test(uri))
    throw validationFailed('A redirect URI cannot contain a fragment, comma, space, or backslash')
  if (url.username !== '' || url.password !== '')
    throw validationFailed('A redirect URI cannot contain a user name')
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    throw validationFailed('A redirect URI must use https, except on this machine')
}

export const toClientBody = (client: OAuthClient) => ({
  client_id: client.id,
  client_name: client.client_name ?? '',
  client_type: client.client_type,
  token_endpoint_auth_method: client.token_endpoint_auth_method,
  registration_type: client.registration_type,
  ...(client.client_uri && { client_uri: client.client_uri }),
  ...(client.logo_uri && { logo_uri: client.logo_uri }),
  redirect_uris: client.redirect_uris,
  grant_types: client.grant_types,
  response_types: ['code'],
  created_at: client.created_at.toISOString(),
  updated_at: client.updated_at.toISOString(),
})

/** The information about an app that people see. */
export const toAppBody = (client: OAuthClient) => ({
  id: client.id,
  name: client.client_name ?? '',
  uri: client.client_uri ?? '',
  logo_uri: client.logo_uri ?? '',
})
