import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import { optionalMetadata, text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { confirmEmail, createUser } from '../users/create-user.ts'
import { normalizeEmail } from '../users/email-address.ts'
import { authError, invitationNeeded, signUpDisabled, validationFailed } from '../errors.ts'
import { issueToken, sendTokenMail, type IssuedToken } from '../mail/mail.ts'
import { checkPasswordStrength } from './passwords.ts'
import { ChallengeFields, challengeOf, type Challenge } from './pkce.ts'
import { findUser, findUserByEmail, updateUser, type User } from '../queries/users.ts'
import { startSession, type SessionBody } from '../sessions/sessions.ts'
import { toUserBody, type UserBody } from '../users/user-view.ts'

export const SignUpBody = z.object({
  email: text,
  phone: text,
  password: text,
  data: optionalMetadata,
  ...ChallengeFields,
})
type SignUpBody = z.infer<typeof SignUpBody>

type Outcome =
  | { readonly state: 'signed_in'; readonly session: SessionBody }
  | { readonly state: 'unconfirmed'; readonly user: User; readonly token: IssuedToken }
  | { readonly state: 'taken' }

/**
 * Creates an account. With auto-confirmation, it returns a session. Otherwise, it returns the
 * account and sends a confirmation mail. If a confirmed account already has the address, the
 * response then looks like that for a new account, so that it doesn't reveal the existing one.
 */
export async function signUp(
  context: AuthContext,
  body: SignUpBody,
): Promise<SessionBody | UserBody> {
  const { settings, project, limits } = context
  limits.count('signUpByIp', project.ref, context.client.network)
  if (settings.disable_signup) throw signUpDisabled()
  if (body.email === '' && body.phone === '') return signUpAnonymously(context, body)
  if (body.phone !== '')
    throw authError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  if (!settings.external_email_enabled)
    throw authError(400, 'email_provider_disabled', 'Email signups are disabled')
  if (body.password === '') throw validationFailed('Signup requires a valid password')
  const email = normalizeEmail(body.email)
  const challenge = challengeOf(body)
  checkPasswordStrength(body.password, settings)
  if (!(await context.mayCreateAccount(project, email))) throw invitationNeeded()
  if (!settings.mailer_autoconfirm) limits.count('mailByAddress', project.ref, email)
  // The password is hashed before the lookup, so that a known address takes as long as a new one.
  const passwordHash = await context.passwords.hash(project, body.password)
  const existing = await findUserByEmail(context.database, email)
  const knowsPassword =
    existing !== undefined &&
    existing.email_confirmed_at === null &&
    settings.mailer_autoconfirm &&
    (await context.passwords.verify(project, body.password, existing.encrypted_password))
  const outcome = await context.database.transaction((tx) =>
    register(context, tx, { email, passwordHash, data: body.data ?? {}, knowsPassword, challenge }),
  )
  if (outcome.state === 'signed_in') return outcome.session
  if (outcome.state === 'taken') {
    if (settings.mailer_autoconfirm)
      throw authError(422, 'user_already_exists', 'User already registered')
    return lookalike(context, email, body.data ?? {})
  }
  await sendTokenMail(context, { kind: 'signup', to: email, token: outcome.token })
  return toUserBody(outcome.user)
}

type Registration = {
  readonly email: string
  readonly passwordHash: string
  readonly data: Readonly<Record<string, unknown>>
  /** The password is that of an existing, unconfirmed account with this address. */
  readonly knowsPassword: boolean
  readonly challenge: Challenge | undefined
}

async function register(
  context: AuthContext,
  tx: Connection,
  { email, passwordHash, data, knowsPassword, challenge }: Registration,
): Promise<Outcome> {
  const created = await createWithClaims(context, tx, { email, passwordHash, data })
  const user = created ?? (await findUserByEmail(tx, email))
  if (!user || (!created && user.email_confirmed_at !== null)) {
    if (user) await audit(context, tx, { action: 'user_repeated_signup', actor: user })
    return { state: 'taken' }
  }
  if (context.settings.mailer_autoconfirm) {
    if (!created && !knowsPassword) return { state: 'taken' }
    await confirmEmail(context, tx, user)
    await audit(context, tx, {
      action: 'user_signedup',
      actor: user,
      traits: { provider: 'email' },
    })
    return {
      state: 'signed_in',
      session: await startSession(context, tx, { userId: user.id, method: 'password' }),
    }
  }
  const token = await requestConfirmation(context, tx, user, challenge)
  const current = await findUser(tx, user.id)
  return { state: 'unconfirmed', user: withOwnData(current ?? user, data, created), token }
}

async function createWithClaims(
  context: AuthContext,
  tx: Connection,
  { email, passwordHash, data }: Omit<Registration, 'knowsPassword' | 'challenge'>,
) {
  const id = randomUUID()
  return createUser(context, tx, {
    id,
    email,
    passwordHash,
    userMetadata: { ...data, sub: id, email, email_verified: false, phone_verified: false },
  })
}

/** Creates the token of a confirmation mail and records the request. */
export async function requestConfirmation(
  context: AuthContext,
  tx: Connection,
  user: User,
  challenge?: Challenge,
): Promise<IssuedToken> {
  const token = await issueToken(context, tx, {
    userId: user.id,
    type: 'confirmation_token',
    email: user.email ?? '',
    challenge,
  })
  await updateUser(tx, user.id, { confirmation_sent_at: context.now }, context.now)
  await audit(context, tx, {
    action: 'user_confirmation_requested',
    actor: user,
    traits: { provider: 'email' },
  })
  return token
}

// The address is not confirmed yet, so the response shows the metadata of this sign-up and doesn't
// reveal that of an earlier one.
const withOwnData = (
  user: User,
  data: Readonly<Record<string, unknown>>,
  created: User | undefined,
): User => (created ? user : { ...user, raw_user_meta_data: { ...data } })

/** Builds the response for a new account, to hide that the address already has one. */
function lookalike(
  context: AuthContext,
  email: string,
  data: Readonly<Record<string, unknown>>,
): UserBody {
  const at = context.now
  const id = randomUUID()
  return toUserBody({
    id,
    aud: 'authenticated',
    role: '',
    email,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    phone: null,
    phone_confirmed_at: null,
    confirmation_sent_at: at,
    confirmed_at: null,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_confirm_status: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: data,
    created_at: at,
    updated_at: at,
    banned_until: null,
    deleted_at: null,
    is_anonymous: false,
    identities: [],
    factors: [],
  })
}

async function signUpAnonymously(context: AuthContext, body: SignUpBody): Promise<SessionBody> {
  if (!context.settings.external_anonymous_users_enabled)
    throw authError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (!(await context.mayCreateAccount(context.project, ''))) throw invitationNeeded()
  return context.database.transaction(async (tx) => {
    const user = await createUser(context, tx, {
      passwordHash: '',
      userMetadata: body.data ?? {},
      isAnonymous: true,
    })
    if (!user) throw new Error('A fresh account id was taken')
    await audit(context, tx, { action: 'user_signedup', actor: user })
    return startSession(context, tx, { userId: user.id, method: 'anonymous' })
  })
}
