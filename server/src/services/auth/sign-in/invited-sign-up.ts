import { randomUUID } from 'node:crypto'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { authError, invitationNeeded } from '../errors.ts'
import { announceNewUser } from '../hooks/new-user.ts'
import { findUserByEmail, lockUser, updateUser, type User } from '../queries/users.ts'
import { startSession, type SessionBody } from '../sessions/sessions.ts'
import { confirmEmail, createUser } from '../users/create-user.ts'
import { isUnproved, proveEmail } from '../users/prove-email.ts'
import { mergeMetadata } from '../users/user-view.ts'

type InvitedSignUp = {
  readonly email: string
  readonly password: string
  readonly data: Readonly<Record<string, unknown>>
  readonly inviteToken: string
}

/**
 * Creates a confirmed account with an invitation that proves its address, and signs it in. An account
 * that somebody else made with the address becomes this person's. 422 `user_already_exists` if its
 * owner has proved it before.
 */
export async function signUpInvited(
  context: AuthContext,
  invited: InvitedSignUp,
): Promise<SessionBody> {
  const passwordHash = await context.passwords.hash(context, invited.password)
  const signedUp = await context.database.transaction(async (tx) => {
    const account = await takeAccount(context, tx, { ...invited, passwordHash })
    if (!account) return undefined
    // A second request with the same invitation waits for the account, and then fails here.
    if (!(await context.policy.useInvitation(invited.inviteToken))) throw invitationNeeded()
    const { user, isNew } = account
    const traits = { provider: 'email' }
    await audit(context, tx, { action: 'user_signedup', actor: user, traits })
    return {
      isNew,
      session: await startSession(context, tx, { userId: user.id, method: 'password' }),
    }
  })
  // The error is thrown after the transaction, so that the attempt stays in the audit log.
  if (!signedUp) throw authError(422, 'user_already_exists', 'User already registered')
  context.sessions.forget(context.project.ref)
  if (signedUp.isNew) announceNewUser(context, signedUp.session.user.id)
  return signedUp.session
}

/** The account with the address, which is now confirmed; undefined if its owner has proved it before. */
async function takeAccount(
  context: AuthContext,
  tx: Connection,
  { email, data, passwordHash }: InvitedSignUp & { readonly passwordHash: string },
): Promise<{ readonly user: User; readonly isNew: boolean } | undefined> {
  const id = randomUUID()
  const claims = { sub: id, email, email_verified: true, phone_verified: false }
  const created = await createUser(context, tx, {
    id,
    email,
    passwordHash,
    userMetadata: { ...data, ...claims },
    isEmailUnproved: false,
  })
  if (created) {
    await confirmEmail(context, tx, created)
    return { user: created, isNew: true }
  }
  const found = await findUserByEmail(tx, email)
  const existing = found && (await lockUser(tx, found.id))
  if (!existing || !(await isUnproved(tx, existing))) {
    if (existing) await audit(context, tx, { action: 'user_repeated_signup', actor: existing })
    return undefined
  }
  const { user } = await proveEmail(context, tx, { user: existing, kept: {} })
  await updateUser(
    tx,
    user.id,
    {
      encrypted_password: passwordHash,
      raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, data),
    },
    context.now,
  )
  return { user, isNew: false }
}
