import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { withoutRun } from '../../../lib/without-run.ts'
import type { Session as Connection } from '../../../postgres/database.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { authError, validationFailed } from '../errors.ts'
import { digestOf } from '../digests.ts'
import { withQuery } from '../mail/redirects.ts'
import {
  approveAuthorization,
  claimAuthorization,
  denyAuthorization,
  findConsent,
  insertAuthorization,
  listConsents,
  lockAuthorization,
  putConsent,
  revokeConsent,
  type OAuthAuthorization,
} from '../queries/oauth-authorizations.ts'
import { findOAuthClient, type OAuthClient } from '../queries/oauth-clients.ts'
import type { SignedIn } from '../sessions/bearer.ts'
import { toAppBody } from './clients.ts'

export const SCOPES = ['openid', 'profile', 'email', 'phone']
const DEFAULT_SCOPE = 'email'

const PENDING_MS = 10 * 60_000
const CODE_MS = 5 * 60_000

export const OAuthAuthorizeQuery = z.object({
  client_id: text,
  redirect_uri: text,
  response_type: text,
  scope: text,
  state: text,
  resource: text,
  nonce: text,
  code_challenge: text,
  code_challenge_method: text,
})
type Query = z.infer<typeof OAuthAuthorizeQuery>

/**
 * Starts the sign-in of an app and returns the consent page's URL. Once its redirect URI is known
 * to belong to the app, errors are sent to the app.
 */
export async function beginAuthorization(context: AuthContext, query: Query): Promise<string> {
  context.limits.count('externalByIp', context.project.ref, context.client.network)
  if (query.client_id === '') throw validationFailed('client_id is required')
  const client = z.guid().safeParse(query.client_id).success
    ? await findOAuthClient(context.database, query.client_id)
    : undefined
  if (!client) throw authError(400, 'oauth_client_not_found', 'OAuth client not found')
  if (query.redirect_uri === '') throw validationFailed('redirect_uri is required')
  if (!client.redirect_uris.includes(query.redirect_uri))
    throw validationFailed('redirect_uri is not registered for this client')
  const refusal = refusalOf(query, client)
  if (refusal)
    return withQuery(query.redirect_uri, {
      error: refusal.error,
      error_description: refusal.description,
      ...(query.state !== '' && { state: query.state.slice(0, 4096) }),
    })
  const id = randomBytes(24).toString('base64url')
  await insertAuthorization(context.database, {
    id,
    clientId: client.id,
    redirectUri: query.redirect_uri,
    scope: query.scope.trim() || DEFAULT_SCOPE,
    state: query.state || null,
    resource: query.resource || null,
    challenge: query.code_challenge,
    method: query.code_challenge_method.toLowerCase() === 's256' ? 's256' : 'plain',
    nonce: query.nonce || null,
    now: context.now,
    expiresAt: new Date(context.now.getTime() + PENDING_MS),
  })
  const { site_url: site, oauth_server_authorization_path: path } = context.settings
  return withQuery(`${withoutRun(site, '/')}${path || '/'}`, { authorization_id: id })
}

type Refusal = { readonly error: string; readonly description: string }

function refusalOf(query: Query, client: OAuthClient): Refusal | undefined {
  const invalid = (description: string): Refusal => ({ error: 'invalid_request', description })
  if (query.response_type !== 'code')
    return {
      error: 'unsupported_response_type',
      description: 'Only response_type=code is supported',
    }
  if (!client.grant_types.includes('authorization_code'))
    return {
      error: 'unauthorized_client',
      description: 'The client is not allowed to use this grant',
    }
  const scopes = query.scope.split(' ').filter(Boolean)
  if (scopes.some((scope) => !SCOPES.includes(scope)))
    return { error: 'invalid_scope', description: `Scopes can be ${SCOPES.join(', ')}` }
  if (query.code_challenge === '') return invalid('code_challenge is required (PKCE)')
  if (!/^[\w.~-]{43,128}$/.test(query.code_challenge))
    return invalid('code_challenge must have 43 to 128 characters')
  if (!/^(s256|plain)$/i.test(query.code_challenge_method))
    return invalid('code_challenge_method must be S256 or plain')
  if (query.state.length > 4096 || query.nonce.length > 255)
    return invalid('state or nonce is too long')
  if (query.resource !== '' && (!URL.canParse(query.resource) || query.resource.includes('#')))
    return { error: 'invalid_target', description: 'resource must be a URL without a fragment' }
  if (query.resource.length > 2048) return invalid('resource is too long')
  return undefined
}

const notFound = () =>
  authError(404, 'oauth_authorization_not_found', 'Authorization not found or expired')

/** The data of the consent page, or the redirect URL if the person has consented before. */
export const showAuthorization = (
  context: Pick<AuthContext, 'database' | 'now'>,
  { user }: SignedIn,
  id: string,
) =>
  context.database.transaction(async (tx) => {
    const { request, client } = await openAuthorization(context, tx, { id, userId: user.id })
    const consent = await findConsent(tx, user.id, client.id)
    const scopes = request.scope.split(' ')
    if (consent && scopes.every((scope) => consent.scopes.includes(scope)))
      return { redirect_url: await approve(context, tx, { request, userId: user.id }) }
    return {
      authorization_id: request.authorization_id,
      redirect_uri: request.redirect_uri,
      redirect_url: undefined,
      client: toAppBody(client),
      user: { id: user.id, email: user.email ?? '' },
      scope: request.scope,
    }
  })

export const ConsentBody = z.object({ action: text })

/** Approves or denies the request and returns where to send the browser. */
export async function decideAuthorization(
  context: Pick<AuthContext, 'database' | 'now'>,
  { user }: SignedIn,
  { id, action }: { id: string; action: string },
) {
  if (action !== 'approve' && action !== 'deny')
    throw validationFailed('action must be approve or deny')
  return context.database.transaction(async (tx) => {
    const { request } = await openAuthorization(context, tx, { id, userId: user.id })
    if (action === 'approve')
      return { redirect_url: await approve(context, tx, { request, userId: user.id }) }
    await denyAuthorization(tx, id)
    const redirect = withQuery(request.redirect_uri, {
      error: 'access_denied',
      error_description: 'User denied the request',
      ...(request.state !== null && { state: request.state }),
    })
    return { redirect_url: redirect }
  })
}

async function openAuthorization(
  context: Pick<AuthContext, 'now'>,
  tx: Connection,
  { id, userId }: { id: string; userId: string },
) {
  const request = await lockAuthorization(tx, id)
  const isOpen = request?.status === 'pending' && request.expires_at > context.now
  if (!request || (request.user_id !== null && request.user_id !== userId)) throw notFound()
  if (!isOpen)
    throw authError(
      400,
      request.status === 'pending' ? 'oauth_authorization_expired' : 'validation_failed',
      request.status === 'pending'
        ? 'The authorization request has expired'
        : 'The authorization request has already been approved or denied',
    )
  await claimAuthorization(tx, id, userId)
  const client = await findOAuthClient(tx, request.client_id)
  if (!client) throw notFound()
  return { request, client }
}

async function approve(
  context: Pick<AuthContext, 'now'>,
  tx: Connection,
  { request, userId }: { request: OAuthAuthorization; userId: string },
): Promise<string> {
  const { now } = context
  const code = randomBytes(32).toString('base64url')
  const known = await findConsent(tx, userId, request.client_id)
  const scopes = [...new Set([...(known?.scopes ?? []), ...request.scope.split(' ')])].join(' ')
  await putConsent(tx, { userId, clientId: request.client_id, scopes, now })
  await approveAuthorization(tx, {
    id: request.authorization_id,
    codeDigest: digestOf(code),
    now,
    expiresAt: new Date(now.getTime() + CODE_MS),
  })
  return withQuery(request.redirect_uri, {
    code,
    ...(request.state !== null && { state: request.state }),
  })
}

/** The apps that may use the account. */
export const listGrants = (context: Pick<AuthContext, 'database'>, { user }: SignedIn) =>
  context.database.transaction(async (tx) => {
    const grants = []
    for (const consent of await listConsents(tx, user.id)) {
      const client = await findOAuthClient(tx, consent.client_id)
      if (!client) continue
      grants.push({
        client: toAppBody(client),
        scopes: consent.scopes,
        granted_at: consent.granted_at.toISOString(),
      })
    }
    return grants
  })

/** Revokes an app's access: its sessions end at once. */
export async function revokeGrant(
  context: Pick<AuthContext, 'database' | 'now' | 'project' | 'sessions'>,
  { user }: SignedIn,
  clientId: string,
) {
  if (!z.guid().safeParse(clientId).success) throw validationFailed('client_id must be an UUID')
  const isRevoked = await context.database.transaction((tx) =>
    revokeConsent(tx, { userId: user.id, clientId, now: context.now }),
  )
  if (!isRevoked) throw authError(404, 'oauth_consent_not_found', 'OAuth grant not found')
  context.sessions.forget(context.project.ref)
}
