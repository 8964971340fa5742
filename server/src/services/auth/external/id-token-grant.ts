import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { flag, text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { oauthError, validationFailed } from '../errors.ts'
import { requirePerson } from '../sessions/bearer.ts'
import { startSession, type SessionBody } from '../sessions/sessions.ts'
import { afterSignIn } from './callback.ts'
import { apiWith, checkProfile } from './exchange.ts'
import { findOrCreateAccount } from './external-account.ts'
import { findProvider } from './find-provider.ts'
import { isSame, verifyIdToken } from './id-token.ts'
import { linkIdentity, requireManualLinking } from './identities.ts'
import type { Provider } from './provider.ts'

export const IdTokenGrantBody = z.object({
  provider: text,
  id_token: text,
  access_token: text,
  nonce: text,
  client_id: text,
  issuer: text,
  link_identity: flag,
})
type IdTokenGrantBody = z.infer<typeof IdTokenGrantBody>

const refused = (description: string) => oauthError('invalid request', description)

/** Signs in with a token that a provider gave to an app of the project, or links its identity. */
export async function signInWithIdToken(
  context: AuthContext,
  request: FastifyRequest,
  body: IdTokenGrantBody,
): Promise<SessionBody> {
  context.limits.count('externalByIp', context.project.ref, context.client.network)
  if (body.id_token === '') throw refused('id_token required')
  const provider = await findProvider(context, providerNameOf(body))
  const result = await verifyIdToken(context, provider, {
    token: body.id_token,
    accessToken: body.access_token,
  })
  if (result.state === 'invalid') throw refused(result.reason)
  checkNonce(provider, result.claims['nonce'], body.nonce)
  const profile = checkProfile(
    provider,
    await provider.read(
      { idClaims: result.claims, accessToken: '', refreshToken: undefined, raw: {} },
      apiWith(context, body.access_token),
    ),
  )
  const person = { provider: provider.name, profile, isEmailOptional: provider.isEmailOptional }
  if (body.link_identity) {
    requireManualLinking(context)
    const { user } = await requirePerson(context, request)
    return context.database.transaction(async (tx) => {
      await linkIdentity(context, tx, { userId: user.id, person })
      return startSession(context, tx, {
        userId: user.id,
        method: 'oauth',
        provider: provider.name,
      })
    })
  }
  const { account, session } = await context.database.transaction(async (tx) => {
    const found = await findOrCreateAccount(context, tx, person)
    if (found.refusal) return { account: found, session: undefined }
    const signedIn = { userId: found.user.id, method: 'oauth', provider: provider.name } as const
    return { account: found, session: await startSession(context, tx, signedIn) }
  })
  await afterSignIn(context, account)
  if (!session) throw new Error('A sign-in without refusal has no session')
  return session
}

const ISSUERS: ReadonlyMap<string, string> = new Map([
  ['https://accounts.google.com', 'google'],
  ['accounts.google.com', 'google'],
  ['https://appleid.apple.com', 'apple'],
  ['https://www.facebook.com', 'facebook'],
  ['https://kauth.kakao.com', 'kakao'],
])

/** Older clients name the issuer in place of the provider. */
function providerNameOf({
  provider,
  client_id: clientId,
  issuer,
  id_token: token,
}: IdTokenGrantBody) {
  if (provider !== '') return provider.replace(/^linkedin$/, 'linkedin_oidc')
  if (clientId === '' || issuer === '') throw refused('provider or client_id and issuer required')
  const name = ISSUERS.get(issuerOf(token))
  if (!name) throw validationFailed(`Custom OIDC provider "${issuer.slice(0, 200)}" not allowed`)
  return name
}

function issuerOf(token: string): string {
  try {
    return decodeJwt(token).iss ?? ''
  } catch {
    throw refused('Bad ID token')
  }
}

/** The token contains the SHA-256 of a nonce that only the app that requested it knows. */
function checkNonce({ skipsNonce }: Provider, inToken: unknown, given: string) {
  if (skipsNonce) return
  const isInToken = typeof inToken === 'string' && inToken !== ''
  if (isInToken !== (given !== ''))
    throw refused('Passed nonce and nonce in id_token should either both exist or not.')
  if (!isInToken) return
  const digest = createHash('sha256').update(given).digest('hex')
  if (!isSame(digest, inToken)) throw oauthError('invalid nonce', 'Nonces mismatch')
}
