import type { AuthContext } from '../context.ts'
import { authError } from '../errors.ts'
import { verifyIdToken } from './id-token.ts'
import type { ExternalProfile } from './profile.ts'
import type { Provider, ProviderAnswer, ProviderApi } from './provider.ts'
import { getJson, getJsonList, postForm } from './provider-requests.ts'

/** The URL that providers redirect browsers to, registered with each of them. */
export const callbackUrlOf = ({ project }: Pick<AuthContext, 'project'>) =>
  `${project.apiUrl}/auth/v1/callback`

export type Exchanged = {
  readonly profile: ExternalProfile
  readonly accessToken: string
  readonly refreshToken: string | undefined
}

/** Exchanges the provider's code and asks who the person is. Failures are GoTrue's. */
export async function exchangeProviderCode(
  context: Pick<AuthContext, 'jwks' | 'now' | 'outgoing' | 'project'>,
  provider: Provider,
  given: { readonly code: string; readonly verifier: string; readonly nonce: string },
): Promise<Exchanged> {
  const answer = await requestTokens(context, provider, given).catch((cause: unknown) => {
    throw authError(
      500,
      'unexpected_failure',
      `Unable to exchange external code: ${given.code.slice(0, 200)}`,
      { cause },
    )
  })
  const profile = await provider
    .read(answer, apiWith(context, answer.accessToken))
    .catch((cause: unknown) => {
      throw authError(
        500,
        'unexpected_failure',
        'Error getting user profile from external provider',
        { cause },
      )
    })
  return { profile: checkProfile(provider, profile), ...answer }
}

/** Throws unless the profile has an ID and, where the provider needs one, an email address. */
export function checkProfile(
  { isEmailOptional }: Pick<Provider, 'isEmailOptional'>,
  profile: ExternalProfile,
): ExternalProfile {
  if (profile.subject === '')
    throw authError(500, 'unexpected_failure', 'Error getting user ID from external provider')
  if (profile.emails.length === 0 && !isEmailOptional)
    throw authError(500, 'unexpected_failure', 'Error getting user email from external provider')
  return profile
}

/** Requests that carry the person's access token. */
export function apiWith(
  { outgoing }: Pick<AuthContext, 'outgoing'>,
  accessToken: string,
): ProviderApi {
  const authorization = `Bearer ${accessToken}`
  return {
    get: (url, headers = {}) => getJson(outgoing, { url, headers: { authorization, ...headers } }),
    list: (url) => getJsonList(outgoing, { url, headers: { authorization } }),
  }
}

async function requestTokens(
  context: Pick<AuthContext, 'jwks' | 'now' | 'outgoing' | 'project'>,
  provider: Provider,
  { code, verifier, nonce }: { code: string; verifier: string; nonce: string },
): Promise<ProviderAnswer> {
  const { clientId, secret } = provider
  const basic = [clientId, secret].map(encodeURIComponent).join(':')
  const raw = await postForm(context.outgoing, {
    url: provider.tokenUrl,
    form: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callbackUrlOf(context),
      ...(provider.usesPkce && { code_verifier: verifier }),
      ...(!provider.usesBasicAuth && { client_id: clientId, client_secret: secret }),
    },
    ...(provider.usesBasicAuth && {
      headers: { authorization: `Basic ${Buffer.from(basic).toString('base64')}` },
    }),
  })
  const { access_token: accessToken, refresh_token: refreshToken } = raw
  if (typeof accessToken !== 'string' || accessToken === '')
    throw new Error('The provider sent no access token')
  const idToken = provider.issuer ? raw['id_token'] : undefined
  return {
    raw,
    accessToken,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : undefined,
    idClaims:
      typeof idToken === 'string'
        ? await readIdToken(context, provider, { token: idToken, accessToken, nonce })
        : undefined,
  }
}

async function readIdToken(
  context: Pick<AuthContext, 'jwks' | 'now' | 'outgoing'>,
  provider: Provider,
  { token, accessToken, nonce }: { token: string; accessToken: string; nonce: string },
) {
  const result = await verifyIdToken(
    context,
    { issuer: provider.issuer, clientIds: [provider.clientId] },
    { token, accessToken },
  )
  if (result.state === 'invalid') throw new Error(result.reason)
  const { claims } = result
  if (claims['nonce'] !== undefined && claims['nonce'] !== nonce)
    throw new Error('The ID token belongs to a different sign-in')
  return claims
}
