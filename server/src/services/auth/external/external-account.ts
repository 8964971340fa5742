import type { Session as Connection } from '../../../postgres/database.ts'
import type { AppError } from '../../../lib/errors.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { authError, signUpDisabled, userNotFound } from '../errors.ts'
import {
  findAccountsByEmails,
  findIdentity,
  insertIdentity,
  lockIdentity,
  updateIdentity,
} from '../queries/identities.ts'
import { takeOneTimeToken } from '../queries/one-time-tokens.ts'
import { lockUser, type User } from '../queries/users.ts'
import { requireAdmission } from '../sign-in/admission.ts'
import { isBanned } from '../users/is-banned.ts'
import { confirmEmail, createUser } from '../users/create-user.ts'
import { isUnproved, proveEmail } from '../users/prove-email.ts'
import { refreshAccount } from '../users/refresh-account.ts'
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
  /** The service has verified an address that nobody had verified before. */
  readonly isFirstProof: boolean
  /** Set when the person can't sign in; the account is kept all the same. */
  readonly refusal: AppError | undefined
  /** The address that has to be confirmed by mail. */
  readonly mailTo: string | undefined
}

type Candidate = ExternalEmail | undefined
type Data = Readonly<Record<string, unknown>>

/** The stored data about the person, named as in GoTrue. */
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
 * Finds or creates the account of a person identified by a provider. An address that the provider
 * has verified leads to the account that has it. An unverified address never does, because that
 * would give the account away.
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
    return admit(context, tx, { person, user, isNew: false })
  }
  const existing = await existingAccount(tx, person)
  if (existing !== undefined) {
    await addIdentity(context, tx, { userId: existing, person, data })
    const user = await refreshAccount(context, tx, existing, data)
    return admit(context, tx, { person, user, isNew: false })
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
  await requireAdmission(context, email?.email ?? '')
  // An unverified address can be somebody else's, so it stays in the identity. An address that
  // another account has is not used, either.
  const isUsable =
    email?.isVerified === true &&
    (isSso || (await findAccountsByEmails(tx, [email.email])).length === 0)
  const used = isUsable ? email : undefined
  const user = await createUser(context, tx, {
    ...(used && { email: used.email }),
    passwordHash: '',
    userMetadata: data,
    identity: { provider, providerId: profile.subject },
    isSso,
    isEmailUnproved: false,
  })
  // Another sign-in has created an account with the address in the meantime.
  if (!user) return findOrCreateAccount(context, tx, person)
  return admit(context, tx, { person, user, isNew: true })
}

type Admission = {
  readonly person: ExternalPerson
  readonly user: User
  readonly isNew: boolean
}

/** Confirms the account, or says why its owner can't sign in yet. */
async function admit(
  context: Pick<AuthContext, 'client' | 'now' | 'policy' | 'project' | 'settings'>,
  tx: Connection,
  { person, user, isNew }: Admission,
): Promise<ExternalAccount> {
  const { provider, profile } = person
  const found = { user, isNew, isFirstProof: false, mailTo: undefined, refusal: undefined }
  if (user.deleted_at !== null) throw userNotFound()
  if (isBanned(user, context.now)) throw authError(403, 'user_banned', 'User is banned')
  const isVerified = user.email !== null && isVerifiedBy(profile, user.email)
  if (isVerified && (isNew || (await isUnproved(tx, user)))) {
    const proved = await proveByService(context, tx, { person, user, isNew })
    await audit(context, tx, { action: 'user_signedup', actor: user, traits: { provider } })
    return { ...found, ...proved }
  }
  const action = user.email_confirmed_at === null && isNew ? 'user_signedup' : 'login'
  const signIn = () => audit(context, tx, { action, actor: user, traits: { provider } })
  const mailTo = user.email ?? candidateOf(profile)?.email
  if (user.email_confirmed_at !== null || (person.isEmailOptional && mailTo === undefined)) {
    await signIn()
    return found
  }
  const { mailer_allow_unverified_email_sign_ins: allowsUnverified } = context.settings
  if (allowsUnverified || context.policy.confirmsUnproved) {
    await signIn()
    return { ...found, mailTo: isNew ? mailTo : undefined }
  }
  return {
    ...found,
    mailTo,
    refusal: authError(
      422,
      'provider_email_needs_verification',
      mailTo === undefined
        ? `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`
        : `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
    ),
  }
}

async function proveByService(
  context: Pick<AuthContext, 'client' | 'now' | 'policy' | 'project'>,
  tx: Connection,
  { person, user, isNew }: Admission,
): Promise<{ readonly user: User; readonly isFirstProof: boolean }> {
  if (isNew) {
    await confirmEmail(context, tx, user)
    return { user: (await lockUser(tx, user.id)) ?? user, isFirstProof: false }
  }
  const { provider, profile } = person
  const data = identityDataOf(profile, candidateOf(profile))
  const kept = { identity: { provider, id: profile.subject, data } }
  return { user: (await proveEmail(context, tx, { user, kept })).user, isFirstProof: true }
}

const isVerifiedBy = ({ emails }: ExternalProfile, address: string) =>
  emails.some(({ email, isVerified }) => isVerified && email === address.toLowerCase())

async function existingAccount(
  tx: Connection,
  { provider, profile, inviteDigest }: ExternalPerson,
): Promise<string | undefined> {
  if (inviteDigest) return invitedAccount(tx, inviteDigest, profile)
  // An organization's claims about its people must not lead to accounts of others.
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
  context: Pick<AuthContext, 'now'>,
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
