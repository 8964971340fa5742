import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import { optionalMetadata, text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { confirmEmail, createUser } from '../users/create-user.ts'
import { normalizeEmail } from '../users/email-address.ts'
import { authError, invitationNeeded, signUpDisabled, validationFailed } from '../errors.ts'
import { sendConfirmation } from '../mail/confirmation.ts'
import { checkPasswordStrength } from './passwords.ts'
import { ChallengeFields, challengeOf, type Challenge } from './pkce.ts'
import { findUserByEmail, type User } from '../queries/users.ts'
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

/**
 * Creates an account. With auto-confirmation, it returns a session, or says that the address has an
 * account, as GoTrue does; a client is told so a few times a minute at most. Otherwise, it returns the
 * account and sends a confirmation mail. If an account already has the address, the response then
 * looks like that for a new account, so that it doesn't reveal the existing one.
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
  const passwordHash = await context.passwords.hash(context, body.password)
  const draft = { email, passwordHash, data: body.data ?? {} }
  return settings.mailer_autoconfirm
    ? signUpConfirmed(context, draft, body.password)
    : signUpUnconfirmed(context, draft, challenge)
}

type Draft = {
  readonly email: string
  readonly passwordHash: string
  readonly data: Readonly<Record<string, unknown>>
}

async function signUpConfirmed(
  context: AuthContext,
  draft: Draft,
  password: string,
): Promise<SessionBody> {
  // Counted before it is known: a refusal of known addresses alone would tell as much.
  context.limits.count('knownAddressByIp', context.project.ref, context.client.network)
  const existing = await findUserByEmail(context.database, draft.email)
  const knowsPassword =
    existing?.email_confirmed_at === null &&
    (await context.passwords.verify(context, password, existing.encrypted_password))
  const session = await context.database.transaction(async (tx) => {
    const created = await createWithClaims(context, tx, draft)
    const user = created ?? (await findUserByEmail(tx, draft.email))
    if (!user || (!created && (user.email_confirmed_at !== null || !knowsPassword))) {
      if (user) await audit(context, tx, { action: 'user_repeated_signup', actor: user })
      return undefined
    }
    await confirmEmail(context, tx, user)
    await audit(context, tx, {
      action: 'user_signedup',
      actor: user,
      traits: { provider: 'email' },
    })
    return startSession(context, tx, { userId: user.id, method: 'password' })
  })
  // The error is thrown after the transaction, so that the attempt stays in the audit log.
  if (!session) throw authError(422, 'user_already_exists', 'User already registered')
  context.limits.forgive('knownAddressByIp', context.project.ref, context.client.network)
  return session
}

/**
 * A known and a new address take the same number of statements: both insert, read, and write one
 * more row. The mail is prepared after the response, because only one of them needs it.
 */
async function signUpUnconfirmed(
  context: AuthContext,
  draft: Draft,
  challenge: Challenge | undefined,
): Promise<UserBody> {
  const { email, data } = draft
  const created = await context.database.transaction(async (tx) => {
    const user = await createWithClaims(context, tx, draft)
    const existing = user ? undefined : await findUserByEmail(tx, email)
    if (existing) await audit(context, tx, { action: 'user_repeated_signup', actor: existing })
    return user
  })
  context.background.start(context.project, async () => {
    const user = await findUserByEmail(context.database, email)
    if (user) await sendConfirmation(context, user, challenge)
  })
  return newcomer(context, { created, email, data })
}

async function createWithClaims(
  context: AuthContext,
  tx: Connection,
  { email, passwordHash, data }: Draft,
) {
  const id = randomUUID()
  const userMetadata = { ...data, ...claimsOf(id, email) }
  return createUser(context, tx, { id, email, passwordHash, userMetadata })
}

const claimsOf = (id: string, email: string) => ({
  sub: id,
  email,
  email_verified: false,
  phone_verified: false,
})

/**
 * The response for an account that awaits its confirmation. Nothing but the account's own ID is
 * read from the database, so an address that has an account already gets the same response.
 */
function newcomer(
  { now }: AuthContext,
  { created, email, data }: { created: User | undefined } & Pick<Draft, 'email' | 'data'>,
): UserBody {
  const id = created?.id ?? randomUUID()
  const at = now.toISOString()
  return toUserBody({
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    phone: null,
    phone_confirmed_at: null,
    confirmation_sent_at: now,
    confirmed_at: null,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_confirm_status: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { ...data, ...claimsOf(id, email) },
    created_at: now,
    updated_at: now,
    banned_until: null,
    deleted_at: null,
    is_anonymous: false,
    identities: [
      {
        identity_id: created?.identities[0]?.identity_id ?? randomUUID(),
        id,
        user_id: id,
        identity_data: claimsOf(id, email),
        provider: 'email',
        last_sign_in_at: null,
        created_at: at,
        updated_at: at,
        email,
      },
    ],
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
