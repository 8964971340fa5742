import { createHash, createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { validationFailed } from '../errors.ts'
import { digestOf } from '../digests.ts'
import { sealProviderToken } from '../sessions/provider-tokens.ts'
import { putExternalFlow } from '../queries/external-flows.ts'
import { ChallengeFields, challengeFor } from '../sign-in/pkce.ts'
import { callbackUrlOf } from './exchange.ts'
import { findRedirectProvider } from './find-provider.ts'
import { requestSignInToken } from './oauth1.ts'
import type { Provider } from './provider.ts'

export const AuthorizeQuery = z.looseObject({
  provider: text,
  scopes: text,
  redirect_to: text,
  invite_token: text,
  skip_http_redirect: text,
  ...ChallengeFields,
})
export type AuthorizeQuery = z.infer<typeof AuthorizeQuery>

/** Parameters that the server sets or reads itself. All others are passed on to the provider. */
const OWN_PARAMETERS = new Set([
  ...Object.keys(AuthorizeQuery.shape),
  'apikey',
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'request',
  'request_uri',
])

const MAX_URL = 8000

/**
 * Values that only this server can derive from the state. The state is sent through the browser;
 * only its digest is stored.
 */
export const secretsOf = ({ project }: Pick<AuthContext, 'project'>, state: string) => {
  const derive = (purpose: string) =>
    createHmac('sha256', project.keys.jwtSecret).update(`${purpose} ${state}`).digest('base64url')
  return { verifier: derive('external-verifier'), nonce: derive('external-nonce') }
}

/** Starts a sign-in at a provider and returns the URL there. */
export async function beginExternalSignIn(
  context: AuthContext,
  query: AuthorizeQuery,
  linkingTarget: string | null = null,
): Promise<string> {
  context.limits.count('externalByIp', context.project.ref, context.client.network)
  const challenge = challengeFor(context, query)
  const provider = await findRedirectProvider(context, query.provider)
  const state = randomBytes(32).toString('base64url')
  const { url, signInToken } = await addressOf(context, { provider, state, query })
  if (url.length > MAX_URL) throw validationFailed('The parameters for the provider are too long')
  await putExternalFlow(context.database, {
    stateDigest: digestOf(state),
    provider: provider.name,
    challenge,
    referrer: context.redirectTo,
    inviteDigest: query.invite_token === '' ? null : digestOf(query.invite_token),
    linkingTarget,
    signInToken,
    now: context.now,
  })
  return url
}

type Begun = {
  readonly provider: Provider
  readonly state: string
  readonly query: AuthorizeQuery
}

/** The URL of the provider's sign-in page and, for OAuth 1.0a, the sealed token that it names. */
async function addressOf(
  context: Pick<AuthContext, 'now' | 'outgoing' | 'project' | 'providerBox'>,
  begun: Begun,
): Promise<{ readonly url: string; readonly signInToken: string | null }> {
  const { requestUrl, ...provider } = begun.provider
  if (requestUrl === undefined) return { url: authorizeUrl(context, begun), signInToken: null }
  const token = await requestSignInToken(context, { ...provider, requestUrl }, begun.state)
  const url = new URL(provider.authorizeUrl)
  url.searchParams.set('oauth_token', token.token)
  return { url: url.href, signInToken: sealProviderToken(context, JSON.stringify(token)) }
}

function authorizeUrl(
  context: Pick<AuthContext, 'project'>,
  { provider, state, query }: Begun,
): string {
  const url = new URL(provider.authorizeUrl)
  const { searchParams } = url
  for (const [name, value] of Object.entries(provider.params ?? {})) searchParams.set(name, value)
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string' && !OWN_PARAMETERS.has(name))
      searchParams.set(name === 'workos_provider' ? 'provider' : name, value)
  const scopes = new Set([...provider.scopes, ...query.scopes.split(/[\s,]+/).filter(Boolean)])
  const { verifier, nonce } = secretsOf(context, state)
  searchParams.set('client_id', provider.clientId)
  searchParams.set('redirect_uri', callbackUrlOf(context))
  searchParams.set('response_type', 'code')
  if (scopes.size > 0) searchParams.set('scope', [...scopes].join(provider.separator ?? ' '))
  searchParams.set('state', state)
  if (provider.issuer && scopes.has('openid')) searchParams.set('nonce', nonce)
  if (provider.usesPkce) {
    searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
    searchParams.set('code_challenge_method', 'S256')
  }
  return url.href
}
