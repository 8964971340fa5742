import { createHmac, randomBytes } from 'node:crypto'
import type { AuthContext } from '../context.ts'
import { authError } from '../errors.ts'
import { callbackUrlOf, checkProfile, type Exchanged } from './exchange.ts'
import { textOf } from './profile.ts'
import type { Provider, ProviderApi } from './provider.ts'
import { getJson, getJsonList, postForm, type Json } from './provider-requests.ts'

/** A token of OAuth 1.0a and the secret that signs requests with it. */
export type SignedToken = { readonly token: string; readonly secret: string }

/** One request to sign, with the tokens that sign it and the values that make it unique. */
export type Signature = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly consumer: SignedToken
  readonly token: SignedToken | undefined
  readonly more?: Readonly<Record<string, string>>
  readonly timestamp: string
  readonly nonce: string
}

/** Makes the `Authorization` header of a request (RFC 5849, with HMAC-SHA1). */
export function signatureHeader({ method, url, consumer, token, more, ...unique }: Signature) {
  const { origin, pathname, searchParams } = new URL(url)
  const given = {
    ...more,
    oauth_consumer_key: consumer.token,
    oauth_nonce: unique.nonce,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: unique.timestamp,
    oauth_version: '1.0',
    ...(token && { oauth_token: token.token }),
  }
  const parameters = [...Object.entries(given), ...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const base = [method, `${origin}${pathname}`, parameters].map(encode).join('&')
  const key = [consumer.secret, token?.secret ?? ''].map(encode).join('&')
  const signature = createHmac('sha1', key).update(base).digest('base64')
  const fields = Object.entries({ ...given, oauth_signature: signature })
  return `OAuth ${fields.map(([name, value]) => `${name}="${encode(value)}"`).join(', ')}`
}

/** RFC 3986 leaves fewer characters as they are than `encodeURIComponent`. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const headersOf = (
  { now }: Pick<AuthContext, 'now'>,
  { clientId, secret }: Provider,
  request: Pick<Signature, 'method' | 'url' | 'token' | 'more'>,
) => ({
  authorization: signatureHeader({
    ...request,
    consumer: { token: clientId, secret },
    timestamp: String(Math.floor(now.getTime() / 1000)),
    nonce: randomBytes(16).toString('hex'),
  }),
})

/** Asks the provider for the token that its sign-in page needs. */
export async function requestSignInToken(
  context: Pick<AuthContext, 'now' | 'outgoing' | 'project'>,
  provider: Provider & { readonly requestUrl: string },
  state: string,
): Promise<SignedToken> {
  const callback = new URL(callbackUrlOf(context))
  callback.searchParams.set('state', state)
  try {
    return await postSigned(context, provider, {
      url: provider.requestUrl,
      token: undefined,
      more: { oauth_callback: callback.href },
    })
  } catch (cause) {
    throw authError(
      500,
      'unexpected_failure',
      'The provider did not accept the credentials of the project',
      { cause },
    )
  }
}

/** Exchanges the token that the person has approved, and asks who the person is. */
export async function exchangeSignedToken(
  context: Pick<AuthContext, 'now' | 'outgoing'>,
  provider: Provider,
  { approved, verifier }: { approved: SignedToken; verifier: string },
): Promise<Exchanged> {
  const token = await postSigned(context, provider, {
    url: provider.tokenUrl,
    token: approved,
    more: { oauth_verifier: verifier },
  }).catch((cause: unknown) => {
    throw authError(500, 'unexpected_failure', 'Unable to exchange external code', { cause })
  })
  const answer = {
    accessToken: token.token,
    refreshToken: undefined,
    idClaims: undefined,
    raw: {},
  }
  const profile = await provider
    .read(answer, signedApi(context, provider, token))
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

async function postSigned(
  context: Pick<AuthContext, 'now' | 'outgoing'>,
  provider: Provider,
  request: Pick<Signature, 'url' | 'token' | 'more'>,
): Promise<SignedToken> {
  const answer: Json = await postForm(context.outgoing, {
    url: request.url,
    form: {},
    headers: headersOf(context, provider, { method: 'POST', ...request }),
  })
  const token = textOf(answer['oauth_token'])
  const secret = textOf(answer['oauth_token_secret'])
  if (token === '' || secret === '') throw new Error('The provider sent no token')
  return { token, secret }
}

/** Requests that are signed with the person's token. */
function signedApi(
  context: Pick<AuthContext, 'now' | 'outgoing'>,
  provider: Provider,
  token: SignedToken,
): ProviderApi {
  const request = (url: string, more: Readonly<Record<string, string>> = {}) => ({
    url,
    headers: { ...headersOf(context, provider, { method: 'GET', url, token }), ...more },
  })
  return {
    get: (url, headers) => getJson(context.outgoing, request(url, headers)),
    list: (url) => getJsonList(context.outgoing, request(url)),
  }
}
