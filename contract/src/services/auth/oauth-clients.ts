import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

/** Apps that sign users in with their account of this project. */
export const OAuthClient = z.object({
  client_id: z.string(),
  client_name: z.string(),
  /** A public client, such as an app on a phone, has no secret. */
  client_type: z.enum(['public', 'confidential']),
  token_endpoint_auth_method: z.enum(['client_secret_basic', 'client_secret_post', 'none']),
  /** `dynamic` for a client that registered itself. */
  registration_type: z.enum(['dynamic', 'manual']),
  client_uri: z.string().optional(),
  logo_uri: z.string().optional(),
  redirect_uris: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type OAuthClient = z.infer<typeof OAuthClient>

const path = '/platform/auth/{ref}/oauth-clients'
const byRef = z.object({ ref: z.string() })
const byClient = byRef.extend({ client_id: z.guid() })
const Name = z.string().trim().min(1).max(1024)
const Uri = z.string().trim().max(2048)
const RedirectUris = z.array(Uri.min(1)).min(1).max(10)

/** The newest clients first. */
export const listOAuthClients = endpoint({
  method: 'GET',
  path,
  access: 'project:read',
  params: byRef,
  query: z.object({ page: z.coerce.number().int().min(1).max(1_000_000).optional() }),
  response: z.object({ clients: z.array(OAuthClient), total: z.number(), page_size: z.number() }),
})

/** Creates a client. Its secret is only in this response; a public client has none. */
export const createOAuthClient = endpoint({
  method: 'POST',
  path,
  access: 'project:update',
  params: byRef,
  body: z.object({
    client_name: Name,
    redirect_uris: RedirectUris,
    client_uri: Uri.optional(),
    logo_uri: Uri.optional(),
    token_endpoint_auth_method: OAuthClient.shape.token_endpoint_auth_method,
  }),
  response: OAuthClient.extend({ client_secret: z.string().optional() }),
})

/** Changes the given fields. A public client cannot become confidential, or the reverse. */
export const updateOAuthClient = endpoint({
  method: 'PATCH',
  path: `${path}/{client_id}`,
  access: 'project:update',
  params: byClient,
  body: z.object({
    client_name: Name.optional(),
    redirect_uris: RedirectUris.optional(),
    client_uri: Uri.optional(),
    logo_uri: Uri.optional(),
    token_endpoint_auth_method: OAuthClient.shape.token_endpoint_auth_method.optional(),
  }),
  response: OAuthClient,
})

/** Replaces the secret. The previous one stops working immediately. */
export const regenerateOAuthClientSecret = endpoint({
  method: 'POST',
  path: `${path}/{client_id}/secret`,
  access: 'project:update',
  params: byClient,
  response: z.object({ client_secret: z.string() }),
})

/** Deletes the client and ends its sessions. */
export const deleteOAuthClient = endpoint({
  method: 'DELETE',
  path: `${path}/{client_id}`,
  access: 'project:update',
  params: byClient,
  response: z.object({}),
})
