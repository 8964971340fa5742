import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { oauthError } from '../errors.ts'
import { isSame } from '../external/id-token.ts'
import { digestOf } from '../digests.ts'
import { takeAuthorization, type OAuthAuthorization } from '../queries/oauth-authorizations.ts'
import { findOAuthClient, type OAuthClient } from '../queries/oauth-clients.ts'
import { findUser, type User } from '../queries/users.ts'
import { rotateSession } from '../sessions/refresh.ts'
import { startSession, type SessionBody } from '../sessions/sessions.ts'
import { isBanned } from '../users/is-banned.ts'
import { claimsOfScopes } from './user-info.ts'

export const TokenBody = z.object({
  grant_type: text,
  code: text,
  redirect_uri: text,
  code_verifier: text,
  refresh_token: text,
  client_id: text,
  client_secret: text,
})
type TokenBody = z.infer<typeof TokenBody>

const invalidGrant = (description: string) => oauthError('invalid_grant', description)
const invalidClient = () => oauthError('invalid_client', 'Invalid client credentials', 401)

/** Gives an app its tokens for a code or a refresh token. Errors are those of OAuth 2.1. */
export async function grantTokens(
  context: AuthContext,
  { body, authorization }: { body: TokenBody; authorization: string | undefined },
) {
  context.limits.count('refreshByIp', context.project.ref, context.client.network)
  const client = await authenticateClient(context, body, authorization)
  if (!client.grant_types.includes(body.grant_type))
    throw body.grant_type === 'authorization_code' || body.grant_type === 'refresh_token'
      ? oauthError('unauthorized_client', 'The client is not allowed to use this grant')
      : oauthError('unsupported_grant_type', 'grant_type is not supported')
  return body.grant_type === 'refresh_token'
    ? refreshTokens(context, client, body)
    : exchangeCode(context, client, body)
}

/** A client names itself in the header or in the body, but not in both (RFC 6749, 2.3). */
async function authenticateClient(
  context: Pick<AuthContext, 'database'>,
  body: TokenBody,
  authorization: string | undefined,
): Promise<OAuthClient> {
  const basic = readBasic(authorization)
  if (basic && body.client_secret !== '')
    throw oauthError('invalid_request', 'Use only one authentication method')
  const id = basic?.id ?? body.client_id
  if (basic && body.client_id !== '' && body.client_id !== id) throw invalidClient()
  const client = z.guid().safeParse(id).success
    ? await findOAuthClient(context.database, id)
    : undefined
  if (!client) throw invalidClient()
  const inBody = body.client_secret === '' ? 'none' : 'client_secret_post'
  const method = basic ? 'client_secret_basic' : inBody
  if (client.token_endpoint_auth_method !== method) throw invalidClient()
  const secret = basic?.secret ?? body.client_secret
  if (method !== 'none' && !isSame(digestOf(secret), client.client_secret_hash ?? ''))
    throw invalidClient()
  return client
}

function readBasic(header: string | undefined) {
  const [, encoded] = /^basic ([\w+/=-]+)$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return undefined
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  try {
    return { id: decodeURIComponent(id), secret: decodeURIComponent(rest.join(':')) }
  } catch {
    throw invalidClient()
  }
}

async function exchangeCode(context: AuthContext, client: OAuthClient, body: TokenBody) {
  if (body.code === '') throw oauthError('invalid_request', 'code is required')
  const outcome = await context.database.transaction((tx) => redeem(context, tx, { client, body }))
  // The error is thrown after the transaction, because a rollback would make the code valid again.
  if (outcome instanceof AppError) throw outcome
  return outcome
}

async function redeem(
  context: AuthContext,
  tx: Connection,
  { client, body }: { client: OAuthClient; body: TokenBody },
) {
  const request = await takeAuthorization(tx, digestOf(body.code))
  if (!request || request.expires_at <= context.now)
    return invalidGrant('Invalid authorization code')
  if (request.client_id !== client.id)
    return invalidGrant('The code was issued for a different client')
  // OAuth 2.1 clients leave the URI out, because the code challenge protects them.
  if (body.redirect_uri !== '' && body.redirect_uri !== request.redirect_uri)
    return invalidGrant('redirect_uri does not match the authorization request')
  if (!fitsChallenge(body.code_verifier, request)) return invalidGrant('Invalid code verifier')
  const user = request.user_id === null ? undefined : await findUser(tx, request.user_id)
  if (!user || user.deleted_at !== null || isBanned(user, context.now))
    return invalidGrant('The account cannot sign in')
  await audit(context, tx, { action: 'login', actor: user, traits: { oauth_client_id: client.id } })
  const app = { clientId: client.id, scopes: request.scope }
  const session = await startSession(context, tx, {
    userId: user.id,
    method: 'oauth_provider/authorization_code',
    provider: '',
    app,
  })
  const idToken = request.scope.split(' ').includes('openid')
    ? idTokenOf(context, { request, user, accessToken: session.access_token })
    : undefined
  return tokenBody(session, request.scope, idToken)
}

function fitsChallenge(
  verifier: string,
  { code_challenge: challenge, method }: OAuthAuthorization,
) {
  if (verifier === '' || challenge === null) return false
  const made =
    method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return isSame(made, challenge)
}

async function refreshTokens(context: AuthContext, client: OAuthClient, body: TokenBody) {
  if (body.refresh_token === '') throw oauthError('invalid_request', 'refresh_token is required')
  const { session, scopes } = await rotateSession(context, {
    presented: body.refresh_token,
    clientId: client.id,
  }).catch((error: unknown) => {
    throw error instanceof AppError && error.status === 400 ? invalidGrant(error.message) : error
  })
  return tokenBody(session, scopes ?? '', undefined)
}

const tokenBody = (session: SessionBody, scope: string, idToken: string | undefined) => ({
  access_token: session.access_token,
  token_type: 'bearer',
  expires_in: session.expires_in,
  refresh_token: session.refresh_token,
  scope,
  ...(idToken !== undefined && { id_token: idToken }),
})

const ID_TOKEN_SECONDS = 3600

function idTokenOf(
  { project, now }: Pick<AuthContext, 'now' | 'project'>,
  { request, user, accessToken }: { request: OAuthAuthorization; user: User; accessToken: string },
): string {
  const iat = Math.floor(now.getTime() / 1000)
  const half = createHash('sha256').update(accessToken).digest().subarray(0, 16)
  return project.keys.sign({
    iss: `${project.apiUrl}/auth/v1`,
    ...claimsOfScopes(user, request.scope.split(' ')),
    aud: request.client_id,
    exp: iat + ID_TOKEN_SECONDS,
    iat,
    auth_time: Math.floor((request.approved_at ?? now).getTime() / 1000),
    at_hash: half.toString('base64url'),
    ...(request.nonce !== null && { nonce: request.nonce }),
  })
}
