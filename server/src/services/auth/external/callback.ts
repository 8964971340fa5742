import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { authError, toRefusal } from '../errors.ts'
import { announceNewUser } from '../hooks/new-user.ts'
import { sendConfirmation } from '../mail/confirmation.ts'
import { digestOf } from '../digests.ts'
import { requestEmailChange, sendEmailChange } from '../mail/email-change.ts'
import { chooseRedirect, withFragment, withQuery } from '../mail/redirects.ts'
import {
  putExternalCode,
  takeExternalFlow,
  type StoredExternalFlow,
} from '../queries/external-flows.ts'
import { findUserByEmail, type User } from '../queries/users.ts'
import {
  openProviderToken,
  sealProviderToken,
  type ProviderTokens,
} from '../sessions/provider-tokens.ts'
import { sessionRedirect } from '../sessions/session-redirect.ts'
import { startSession } from '../sessions/sessions.ts'
import { secretsOf } from './authorize.ts'
import { exchangeProviderCode, type Exchanged } from './exchange.ts'
import { findOrCreateAccount, type ExternalAccount } from './external-account.ts'
import { findRedirectProvider } from './find-provider.ts'
import { linkIdentity } from './identities.ts'
import { exchangeSignedToken } from './oauth1.ts'
import { joined, objectOf } from './profile.ts'
import type { Provider } from './provider.ts'

export const CallbackValues = z.object({
  state: text,
  code: text,
  error: text,
  error_description: text,
  /** For OAuth 1.0a: the token that the person approved or denied, and the proof of approval. */
  oauth_token: text,
  oauth_verifier: text,
  denied: text,
  /** Apple sends the person's name here, the first time only. */
  user: text,
})
export type CallbackValues = z.infer<typeof CallbackValues>

const SignInToken = z.object({ token: z.string(), secret: z.string() })

/** Enough to sign in at the provider, even with a second factor and a forgotten password. */
const STATE_LIFETIME_MS = 15 * 60_000

/**
 * Finishes the sign-in of a browser that comes back from a provider. Returns where to redirect it:
 * to the app with a code, a session, or an error.
 */
export async function finishExternalSignIn(
  context: AuthContext,
  values: CallbackValues,
): Promise<string> {
  const flow = await takeFlow(context, values.state)
  // The project can have removed the address from its list in the meantime.
  const target = chooseRedirect(context, [flow instanceof AppError ? undefined : flow.referrer])
  try {
    if (flow instanceof AppError) throw flow
    return await finish(context, { flow, values, target })
  } catch (error) {
    return refusedRedirect(context, target, error)
  }
}

async function takeFlow(
  context: Pick<AuthContext, 'database' | 'now'>,
  state: string,
): Promise<StoredExternalFlow | AppError> {
  if (state === '') return authError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  const flow = await takeExternalFlow(context.database, digestOf(state))
  if (!flow) return authError(400, 'bad_oauth_state', 'OAuth callback with invalid state')
  return context.now.getTime() - flow.created_at.getTime() > STATE_LIFETIME_MS
    ? authError(400, 'bad_oauth_state', 'OAuth state has expired')
    : flow
}

type Finish = {
  readonly flow: StoredExternalFlow
  readonly values: CallbackValues
  readonly target: string
}

async function finish(context: AuthContext, { flow, values, target }: Finish): Promise<string> {
  if (values.error !== '')
    throw new ProviderRefusal(values.error.slice(0, 200), values.error_description.slice(0, 1000))
  const provider = await findRedirectProvider(context, flow.provider)
  const exchanged = await exchange(context, { flow, values, provider })
  const person = {
    provider: provider.name,
    profile: withAppleName(exchanged.profile, values.user),
    isEmailOptional: provider.isEmailOptional,
    inviteDigest: flow.invite_digest,
  }
  const { account, redirect } = await context.database.transaction(async (tx) => {
    const linked = flow.linking_target
      ? await linkIdentity(context, tx, { userId: flow.linking_target, person })
      : undefined
    const signedIn: ExternalAccount = linked
      ? { user: linked, isNew: false, isFirstProof: false, refusal: undefined, mailTo: undefined }
      : await findOrCreateAccount(context, tx, person)
    if (signedIn.refusal) return { account: signedIn, redirect: '' }
    const { id: userId } = signedIn.user
    if (flow.challenge) {
      const code = randomUUID()
      await putExternalCode(tx, {
        userId,
        provider: provider.name,
        kind: 'oauth',
        challenge: flow.challenge,
        codeDigest: digestOf(code),
        accessToken: sealProviderToken(context, exchanged.accessToken),
        refreshToken: sealProviderToken(context, exchanged.refreshToken),
        now: context.now,
      })
      return { account: signedIn, redirect: withQuery(target, { code }) }
    }
    const session = await startSession(context, tx, {
      userId,
      method: 'oauth',
      provider: provider.name,
    })
    return {
      account: signedIn,
      redirect: sessionRedirect(context, target, { session, tokens: tokensOf(exchanged) }),
    }
  })
  await afterSignIn(context, account, flow.challenge)
  return redirect
}

const missing = (what: string) =>
  authError(400, 'bad_oauth_callback', `OAuth callback with missing ${what} missing`)

async function exchange(
  context: AuthContext,
  { flow, values, provider }: Omit<Finish, 'target'> & { readonly provider: Provider },
): Promise<Exchanged> {
  if (flow.sign_in_token === null) {
    if (values.code === '') throw missing('authorization code')
    return exchangeProviderCode(context, provider, {
      code: values.code,
      ...secretsOf(context, values.state),
    })
  }
  if (values.denied !== '')
    throw new ProviderRefusal('access_denied', 'The person did not allow the sign-in')
  const approved = SignInToken.parse(JSON.parse(openProviderToken(context, flow.sign_in_token)))
  if (values.oauth_verifier === '' || values.oauth_token !== approved.token)
    throw missing('verifier')
  return exchangeSignedToken(context, provider, { approved, verifier: values.oauth_verifier })
}

/** Completes a stored sign-in: calls the hook, sends the mail, throws the refusal. */
export async function afterSignIn(
  context: AuthContext,
  account: ExternalAccount,
  challenge?: StoredExternalFlow['challenge'],
): Promise<void> {
  if (account.isNew) announceNewUser(context, account.user.id)
  if (account.isFirstProof) context.sessions.forget(context.project.ref)
  if (account.mailTo !== undefined) {
    context.limits.count('mailByAddress', context.project.ref, account.mailTo)
    if (account.user.email) await sendConfirmation(context, account.user, challenge)
    else await offerAddress(context, account.user, { address: account.mailTo, challenge })
  }
  // The refusal is thrown after the transaction, because the account is kept.
  if (account.refusal) throw account.refusal
}

/**
 * Mails the address a link that adds it to the account. If another account has the address, its
 * owner gets no mail, and the response does not reveal that.
 */
async function offerAddress(
  context: AuthContext,
  user: User,
  { address, challenge }: { address: string; challenge: StoredExternalFlow['challenge'] },
): Promise<void> {
  if (await findUserByEmail(context.database, address.toLowerCase())) return
  const tokens = await context.database.transaction((tx) =>
    requestEmailChange(context, tx, { user, newEmail: address, challenge }),
  )
  await sendEmailChange(context, { ...user, email_change: address }, tokens)
}

const tokensOf = ({ accessToken, refreshToken }: Exchanged): ProviderTokens => ({
  provider_token: accessToken,
  ...(refreshToken !== undefined && { provider_refresh_token: refreshToken }),
})

function withAppleName(profile: Exchanged['profile'], user: string): Exchanged['profile'] {
  if (user === '' || profile.claims['name'] !== undefined) return profile
  try {
    const { firstName, lastName } = objectOf(objectOf(JSON.parse(user))['name'])
    const name = joined(firstName, lastName)
    if (name === '') return profile
    return { ...profile, claims: { ...profile.claims, name, full_name: name } }
  } catch {
    return profile
  }
}

/** The provider itself refused; its message is passed on. */
class ProviderRefusal extends AppError {
  constructor(error: string, description: string) {
    super(error, description, { status: 400 })
  }
}

const DENIED = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification'])
const ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
}

/** The address with the error in its query, for servers, and in its fragment, for browsers. */
export function refusedRedirect(
  context: Pick<AuthContext, 'log' | 'project'>,
  target: string,
  error: unknown,
): string {
  const refusal = toRefusal(error)
  if (refusal.status >= 500)
    context.log.error({ err: error, ref: context.project.ref }, refusal.message)
  const values =
    refusal instanceof ProviderRefusal
      ? { error: refusal.code, error_description: refusal.message }
      : {
          error: DENIED.has(refusal.code)
            ? 'access_denied'
            : (ERRORS[refusal.status] ?? 'server_error'),
          error_code: refusal.code,
          error_description: refusal.message,
        }
  return withFragment(withQuery(target, values), values)
}
