import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import { optionalMetadata, text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { confirmEmail, createUser } from '../users/create-user.ts'
import { normalizeEmail, normalizePhone } from '../users/email-address.ts'
import { authError, signUpDisabled, validationFailed } from '../errors.ts'
import { sendConfirmation } from '../mail/confirmation.ts'
import { announceNewUser } from '../hooks/new-user.ts'
import { confirmPhone } from '../phone/confirm-phone.ts'
import { sendPhoneConfirmation } from '../phone/phone-otp.ts'
import { requireChannel } from '../phone/sms-codes.ts'
import { requireAdmission } from './admission.ts'
import { signUpInvited } from './invited-sign-up.ts'
import { checkNewPassword } from './password-rules.ts'
import { ChallengeFields, challengeFor, type Challenge } from './pkce.ts'
import { markContested, markUnproved } from '../queries/unproved-emails.ts'
import { findUserByEmail, findUserByPhone, type User } from '../queries/users.ts'
import { startSession, type SessionBody } from '../sessions/sessions.ts'
import { toUserBody, type UserBody } from '../users/user-view.ts'

export const SignUpBody = z.object({
  email: text,
  phone: text,
  password: text,
  channel: text,
  data: optionalMetadata,
  /** The token of an invitation to the platform. */
  invite_token: text,
  ...ChallengeFields,
})
type SignUpBody = z.infer<typeof SignUpBody>

/**
 * Creates an account. With an invitation that proves the address or with auto-confirmation, it returns a session, or the error that the address
 * has an account, as GoTrue does; a client gets this error a few times a minute at most. Otherwise,
 * it returns the account and sends a confirmation mail. If an account already has the address, the
 * response then looks like that for a new account, so that it doesn't reveal the existing one.
 */
export async function signUp(
  context: AuthContext,
  body: SignUpBody,
): Promise<SessionBody | UserBody> {
  const { settings, project, limits } = context
  limits.count('signUpByIp', project.ref, context.client.network)
  if (body.email !== '' && body.phone !== '')
    throw validationFailed('Only an email address or phone number should be provided on signup.')
  if (settings.disable_signup) throw signUpDisabled()
  if (body.email === '' && body.phone === '') return signUpAnonymously(context, body)
  if (body.password === '') throw validationFailed('Signup requires a valid password')
  const ways = body.email === '' ? byPhone(context, body) : byEmail(context, body)
  await checkNewPassword(context, body.password)
  const admission = await requireAdmission(context, ways.email ?? '', body.invite_token)
  if (admission === 'proved')
    return signUpInvited(context, {
      email: ways.email ?? '',
      password: body.password,
      data: body.data ?? {},
      inviteToken: body.invite_token,
    })
  const challenge = ways.isConfirmed ? undefined : challengeFor(context, body)
  if (!ways.isConfirmed) ways.countMessage()
  // The password is hashed before the lookup, so that a known address takes as long as a new one.
  const passwordHash = await context.passwords.hash(context, body.password)
  const draft: Draft = { ...ways, passwordHash, data: body.data ?? {} }
  return ways.isConfirmed
    ? signUpConfirmed(context, draft, body.password)
    : signUpUnconfirmed(context, { draft, password: body.password, challenge })
}

/** The differences between signing up with an email address and with a phone number. */
type Way = {
  readonly provider: 'email' | 'phone'
  readonly email?: string
  readonly phone?: string
  /** Whether the address counts as confirmed without a message. */
  readonly isConfirmed: boolean
  countMessage(): void
  find(db: Connection): Promise<User | undefined>
  confirm(tx: Connection, user: User): Promise<void>
  /** Done after the response, because not every address gets a message. */
  sendMessage(sent: SentPassword & { isNew: boolean }): Promise<void>
}

type SentPassword = { readonly password: string; readonly challenge: Challenge | undefined }

type Draft = Way & {
  readonly passwordHash: string
  readonly data: Readonly<Record<string, unknown>>
}

function byEmail(context: AuthContext, body: SignUpBody): Way {
  const { settings, limits, project, database } = context
  if (!settings.external_email_enabled)
    throw authError(400, 'email_provider_disabled', 'Email signups are disabled')
  const email = normalizeEmail(body.email)
  return {
    provider: 'email',
    email,
    isConfirmed: context.policy.confirmsUnproved,
    countMessage: () => limits.count('mailByAddress', project.ref, email),
    find: (db) => findUserByEmail(db, email),
    async confirm(tx, user) {
      await confirmEmail(context, tx, user)
      await markUnproved(tx, user.id, context.now)
    },
    async sendMessage({ isNew, password, challenge }) {
      const user = await findUserByEmail(database, email)
      if (!user) return
      if (!isNew) await noteOtherPassword(context, user, password)
      await sendConfirmation(context, user, challenge)
    },
  }
}

function byPhone(context: AuthContext, body: SignUpBody): Way {
  const { settings, limits, project } = context
  if (!settings.external_phone_enabled)
    throw authError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  const phone = normalizePhone(body.phone)
  const channel = requireChannel(context, body.channel)
  return {
    provider: 'phone',
    phone,
    isConfirmed: settings.sms_autoconfirm,
    countMessage: () => limits.count('smsByAddress', project.ref, phone),
    find: (db) => findUserByPhone(db, phone),
    confirm: (tx, user) => confirmPhone(context, tx, user),
    sendMessage: () => sendPhoneConfirmation(context, { phone, channel }),
  }
}

/**
 * Records that the account waits for its first mail and this sign-up has another password. The
 * person who follows the mail cannot know which of the two is stored, so the account then gets
 * none.
 */
async function noteOtherPassword(context: AuthContext, user: User, password: string) {
  if (user.email_confirmed_at !== null) return
  if (await context.passwords.verify(context, password, user.encrypted_password)) return
  await markContested(context.database, user.id)
}

const isConfirmed = ({ provider }: Draft, user: User): boolean =>
  (provider === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null

async function signUpConfirmed(
  context: AuthContext,
  draft: Draft,
  password: string,
): Promise<SessionBody> {
  // Counted before the lookup, because a limit for known addresses alone would reveal them, too.
  context.limits.count('knownAddressByIp', context.project.ref, context.client.network)
  const existing = await draft.find(context.database)
  const knowsPassword =
    existing !== undefined &&
    !isConfirmed(draft, existing) &&
    (await context.passwords.verify(context, password, existing.encrypted_password))
  const session = await context.database.transaction(async (tx) => {
    const created = await createWithClaims(context, tx, draft)
    const user = created ?? (await draft.find(tx))
    if (!user || (!created && (isConfirmed(draft, user) || !knowsPassword))) {
      if (user) await audit(context, tx, { action: 'user_repeated_signup', actor: user })
      return undefined
    }
    await draft.confirm(tx, user)
    await audit(context, tx, {
      action: 'user_signedup',
      actor: user,
      traits: { provider: draft.provider },
    })
    return startSession(context, tx, {
      userId: user.id,
      method: 'password',
      provider: draft.provider,
    })
  })
  // The error is thrown after the transaction, so that the attempt stays in the audit log.
  if (!session) throw authError(422, 'user_already_exists', 'User already registered')
  context.limits.forgive('knownAddressByIp', context.project.ref, context.client.network)
  if (existing === undefined) announceNewUser(context, session.user.id)
  return session
}

/**
 * A known and a new address take the same number of statements: both insert, read, and write one
 * more row. The message is prepared after the response, because not every address gets one.
 */
async function signUpUnconfirmed(
  context: AuthContext,
  { draft, ...sent }: SentPassword & { readonly draft: Draft },
): Promise<UserBody> {
  const created = await context.database.transaction(async (tx) => {
    const user = await createWithClaims(context, tx, draft)
    const existing = user ? undefined : await draft.find(tx)
    if (existing) await audit(context, tx, { action: 'user_repeated_signup', actor: existing })
    return user
  })
  if (created) announceNewUser(context, created.id)
  context.background.start(context.project, () =>
    draft.sendMessage({ ...sent, isNew: created !== undefined }),
  )
  return newcomer(context, draft, created)
}

async function createWithClaims(context: AuthContext, tx: Connection, draft: Draft) {
  const id = randomUUID()
  const { email, phone, passwordHash } = draft
  return createUser(context, tx, {
    id,
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    passwordHash,
    userMetadata: { ...draft.data, ...claimsOf(id, draft) },
    isEmailUnproved: true,
  })
}

const claimsOf = (id: string, { email, phone }: Draft) => ({
  sub: id,
  ...(email !== undefined && { email }),
  ...(phone !== undefined && { phone }),
  email_verified: false,
  phone_verified: false,
})

/**
 * The response for an account that awaits its confirmation. Nothing but the account's own ID is
 * read from the database, so an address that has an account already gets the same response.
 */
function newcomer(
  { now }: Pick<AuthContext, 'now'>,
  draft: Draft,
  created: User | undefined,
): UserBody {
  const id = created?.id ?? randomUUID()
  const at = now.toISOString()
  const { provider, email, phone, data } = draft
  return toUserBody({
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: email ?? null,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    phone: phone ?? null,
    phone_confirmed_at: null,
    confirmation_sent_at: now,
    confirmed_at: null,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_confirm_status: null,
    phone_change: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: { ...data, ...claimsOf(id, draft) },
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
        identity_data: claimsOf(id, draft),
        provider,
        last_sign_in_at: null,
        created_at: at,
        updated_at: at,
        email: email ?? null,
      },
    ],
    factors: [],
  })
}

async function signUpAnonymously(context: AuthContext, body: SignUpBody): Promise<SessionBody> {
  if (!context.settings.external_anonymous_users_enabled)
    throw authError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  context.limits.count('anonymousByIp', context.project.ref, context.client.network)
  await requireAdmission(context, '')
  const session = await context.database.transaction(async (tx) => {
    const user = await createUser(context, tx, {
      passwordHash: '',
      userMetadata: body.data ?? {},
      isEmailUnproved: false,
      isAnonymous: true,
    })
    if (!user) throw new Error('A fresh account id was taken')
    await audit(context, tx, { action: 'user_signedup', actor: user })
    return startSession(context, tx, { userId: user.id, method: 'anonymous' })
  })
  announceNewUser(context, session.user.id)
  return session
}
