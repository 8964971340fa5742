import type { Session as Connection } from '../../../postgres/database.ts'
import type { AppError } from '../../../lib/errors.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { authError, invitationNeeded, signUpDisabled, userNotFound } from '../errors.ts'
import {
  deleteIdentity,
  findAccountsByEmails,
  findIdentity,
  insertIdentity,
  lockIdentity,
  updateIdentity,
} from '../queries/identities.ts'
import { takeOneTimeToken } from '../queries/one-time-tokens.ts'
import { deleteSessionsOf } from '../queries/sessions.ts'
import { lockUser, updateUser, type User } from '../queries/users.ts'
import { isBanned } from '../sign-in/sign-in.ts'
import { confirmEmail, createUser } from '../users/create-user.ts'
import { mergeMetadata } from '../users/user-view.ts'
import type { ExternalEmail, ExternalProfile } from './profile.ts'

export type ExternalPerson = {
  /** Such as `google`, or `sso:` with the ID of an organization's provider. */
  readonly provider: string
  readonly profile: ExternalProfile
  readonly isEmailOptional: boolean
  /** The digest of the token of an invitation. */
  readonly inviteDigest?: string | null
}

export type ExternalAccount = {
  readonly user: User
  readonly isNew: boolean
  /** Set when the person can't sign in; the account is kept all the same. */
  readonly refusal: AppError | undefined
  /** Whether a confirmation mail has to be sent. */
  readonly needsMail: boolean
}

type Candidate = ExternalEmail | undefined
type Data = Readonly<Record<string, unknown>>

/** What is stored about the person, named as in GoTrue. */
export function identityDataOf({ subject, claims }: ExternalProfile, email: Candidate): Data {
  return {
    ...claims,
    sub: subject,
    provider_id: subject,
    ...(email && { email: email.email }),
    email_verified: email?.isVerified ?? false,
    phone_verified: false,
  }
}

export const candidateOf = ({ emails }: ExternalProfile): Candidate =>
  emails.find(({ isVerified }) => isVerified) ?? emails[0]

/**
 * Finds or creates the account of a person whom a provider has identified. Addresses that the
 * provider has verified lead to the account that has them. An address that nobody has verified
 * never does, because it would give the account away.
 */
export async function findOrCreateAccount(
  context: AuthContext,
  tx: Connection,
  person: ExternalPerson,
): Promise<ExternalAccount> {
  const { provider, profile } = person
  await lockIdentity(tx, provider, profile.subject)
  const email = candidateOf(profile)
  const data = identityDataOf(profile, email)
  const known = await findIdentity(tx, provider, profile.subject)
  if (known) {
    await updateIdentity(tx, { id: known.id, data, now: context.now })
    const user = await refreshAccount(context, tx, known.user_id, data)
    return admit(context, tx, { person, user, email, isNew: false })
  }
  const existing = await existingAccount(tx, person)
  if (existing !== undefined) {
    await addIdentity(context, tx, { userId: existing, person, data })
    const user = await refreshAccount(context, tx, existing, data)
    return admit(context, tx, { person, user, email, isNew: false })
  }
  return createAccount(context, tx, { person, email, data })
}

async function createAccount(
  context: AuthContext,
  tx: Connection,
  { person, email, data }: { person: ExternalPerson; email: Candidate; data: Data },
): Promise<ExternalAccount> {
  const { provider, profile } = person
  const isSso = provider.startsWith('sso:')
  if (context.settings.disable_signup) throw signUpDisabled()
  if (!(await context.mayCreateAccount(context.project, email?.email ?? '')))
    throw invitationNeeded()
  // An address that the provider has not verified, and that an account has, is not used.
  const isTaken =
    email !== undefined && !isSso && (await findAccountsByEmails(tx, [email.email])).length > 0
  const used = isTaken ? undefined : email
  const user = await createUser(context, tx, {
    ...(used && { email: used.email }),
    passwordHash: '',
    userMetadata: data,
    identity: { provider, providerId: profile.subject },
    isSso,
  })
  // Another sign-in has created an account with the address in the meantime.
  if (!user) return findOrCreateAccount(context, tx, person)
  return admit(context, tx, { person, user, email: used, isNew: true })
}

type Admission = {
  readonly person: ExternalPerson
  readonly user: User
  readonly email: Candidate
  readonly isNew: boolean
}

/** Confirms the account, or says why its owner can't sign in yet. */
async function admit(
  context: AuthContext,
  tx: Connection,
  { person, user, email, isNew }: Admission,
): Promise<ExternalAccount> {
  const { provider, profile } = person
  const found = { user, isNew, needsMail: false, refusal: undefined }
  if (user.deleted_at !== null) throw userNotFound()
  if (isBanned(user, context.now)) throw authError(403, 'user_banned', 'User is banned')
  const action = user.email_confirmed_at === null && isNew ? 'user_signedup' : 'login'
  const hasNoAddress = person.isEmailOptional && email === undefined
  if (user.email_confirmed_at !== null || hasNoAddress) {
    await audit(context, tx, { action, actor: user, traits: { provider } })
    return found
  }
  const isProved = user.email !== null && isVerifiedBy(profile, user.email)
  const isOwn = isNew && user.email !== null
  if (isProved || (isOwn && context.settings.mailer_autoconfirm)) {
    await removeUnconfirmed(context, tx, { user, person })
    const cleaned = (await lockUser(tx, user.id)) ?? user
    await confirmEmail(context, tx, cleaned)
    await audit(context, tx, { action: 'user_signedup', actor: user, traits: { provider } })
    return { ...found, user: (await lockUser(tx, user.id)) ?? cleaned }
  }
  const needsMail = user.email !== null
  if (context.settings.mailer_allow_unverified_email_sign_ins) {
    await audit(context, tx, { action, actor: user, traits: { provider } })
    return { ...found, needsMail: needsMail && isNew }
  }
  return {
    ...found,
    needsMail,
    refusal: authError(
      422,
      'provider_email_needs_verification',
      needsMail
        ? `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
        : `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
    ),
  }
}

const isVerifiedBy = ({ emails }: ExternalProfile, address: string) =>
  emails.some(({ email, isVerified }) => isVerified && email === address.toLowerCase())

/**
 * Whoever created the account never proved to own its address. Their password, identities, and
 * sessions are removed, so that they can't share the account with its owner.
 */
async function removeUnconfirmed(
  context: AuthContext,
  tx: Connection,
  { user, person }: { user: User; person: ExternalPerson },
) {
  const others = user.identities.filter(
    ({ provider, id }) =>
      !(provider === person.provider && id === person.profile.subject) &&
      !(provider === 'phone' && user.phone_confirmed_at !== null),
  )
  if (others.length === 0) return
  for (const { identity_id: id } of others) await deleteIdentity(tx, { id, userId: user.id })
  await deleteSessionsOf(tx, user.id)
  const data = identityDataOf(person.profile, candidateOf(person.profile))
  await updateUser(
    tx,
    user.id,
    { encrypted_password: '', raw_user_meta_data: mergeMetadata({}, data) },
    context.now,
  )
  await refreshAccount(context, tx, user.id, {})
}

async function existingAccount(
  tx: Connection,
  { provider, profile, inviteDigest }: ExternalPerson,
): Promise<string | undefined> {
  if (inviteDigest) return invitedAccount(tx, inviteDigest, profile)
  // What an organization says about its people must not lead to accounts of others.
  return provider.startsWith('sso:') ? undefined : accountWithEmail(tx, profile)
}

async function accountWithEmail(
  tx: Connection,
  { emails }: ExternalProfile,
): Promise<string | undefined> {
  const verified = emails.filter(({ isVerified }) => isVerified).map(({ email }) => email)
  if (verified.length === 0) return undefined
  const [account, ...more] = await findAccountsByEmails(tx, verified.slice(0, 20))
  if (more.length > 0)
    throw authError(
      500,
      'unexpected_failure',
      'Multiple accounts with the same email address in the same linking domain detected: default',
    )
  return account
}

async function invitedAccount(
  tx: Connection,
  digest: string,
  { emails }: ExternalProfile,
): Promise<string> {
  const invitation = await takeOneTimeToken(tx, [digest], ['confirmation_token'])
  if (!invitation) throw authError(404, 'user_not_found', 'Invite not found')
  const isInvited = emails.some(
    ({ email, isVerified }) => isVerified && email === invitation.relates_to,
  )
  if (!isInvited)
    throw authError(
      400,
      'validation_failed',
      'Invited email does not match emails from external provider',
    )
  return invitation.user_id
}

/** Adds the identity to the account. */
export const addIdentity = (
  context: AuthContext,
  tx: Connection,
  { userId, person, data }: { userId: string; person: ExternalPerson; data: Data },
) =>
  insertIdentity(tx, {
    userId,
    provider: person.provider,
    providerId: person.profile.subject,
    data,
    now: context.now,
  })

/** Copies the data of the identities into the account's metadata. */
export async function refreshAccount(
  context: AuthContext,
  tx: Connection,
  userId: string,
  data: Data,
): Promise<User> {
  const user = await lockUser(tx, userId)
  if (!user) throw userNotFound()
  const providers = [...new Set(user.identities.map(({ provider }) => provider))]
  await updateUser(
    tx,
    userId,
    {
      raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, data),
      raw_app_meta_data: {
        ...user.raw_app_meta_data,
        ...(providers.length > 0 && { provider: providers[0], providers }),
      },
    },
    context.now,
  )
  return (await lockUser(tx, userId)) ?? user
}
