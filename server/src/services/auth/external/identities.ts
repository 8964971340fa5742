import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { Actor } from '../actor.ts'
import type { AuthContext } from '../context.ts'
import { authError, userNotFound } from '../errors.ts'
import { notify } from '../mail/notifications.ts'
import { deleteIdentity, findIdentity, lockIdentity } from '../queries/identities.ts'
import { lockUser, updateUser, type User } from '../queries/users.ts'
import { isBanned } from '../users/is-banned.ts'
import { confirmEmail } from '../users/create-user.ts'
import { refreshAccount } from '../users/refresh-account.ts'
import {
  addIdentity,
  candidateOf,
  identityDataOf,
  type ExternalPerson,
} from './external-account.ts'

/** 404 `manual_linking_disabled` unless the project lets people add identities. */
export function requireManualLinking({ settings }: Pick<AuthContext, 'settings'>) {
  if (!settings.security_manual_linking_enabled)
    throw authError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

/** Adds the identity to the account of a signed-in person; 422 if an account has it already. */
export async function linkIdentity(
  context: AuthContext,
  tx: Connection,
  { userId, person }: { userId: string; person: ExternalPerson },
): Promise<User> {
  const { provider, profile } = person
  await lockIdentity(tx, provider, profile.subject)
  const user = await lockUser(tx, userId)
  if (!user || user.deleted_at !== null) throw userNotFound()
  if (isBanned(user, context.now)) throw authError(403, 'user_banned', 'User is banned')
  const known = await findIdentity(tx, provider, profile.subject)
  if (known)
    throw authError(
      422,
      'identity_already_exists',
      known.user_id === userId
        ? 'Identity is already linked'
        : 'Identity is already linked to another user',
    )
  const email = candidateOf(profile)
  const data = identityDataOf(profile, email)
  await addIdentity(context, tx, { userId, person, data })
  // An anonymous account becomes a regular one, with the address that the provider has verified.
  if (user.is_anonymous) await adopt(context, tx, { user, email })
  const updated = await refreshAccount(context, tx, userId, data)
  await audit(context, tx, {
    action: 'user_modified',
    actor: updated,
    traits: { provider, linked: true },
  })
  notify(context, { kind: 'identity_linked', user: updated, values: { Provider: provider } })
  return updated
}

async function adopt(
  context: Pick<AuthContext, 'now'>,
  tx: Connection,
  { user, email }: { user: User; email: ReturnType<typeof candidateOf> },
) {
  const change = email?.isVerified ? { email: email.email } : {}
  try {
    await updateUser(tx, user.id, { ...change, is_anonymous: false }, context.now)
  } catch (cause) {
    throw authError(
      422,
      'email_exists',
      'A user with this email address has already been registered',
      {
        cause,
      },
    )
  }
  const adopted = await lockUser(tx, user.id)
  if (adopted && email?.isVerified) await confirmEmail(context, tx, adopted)
}

/**
 * Removes an identity from the account; 422 for the last one. `actor` is who removes it, if that
 * is not the account's owner.
 */
export async function unlinkIdentity(
  context: AuthContext,
  { userId, identityId, actor }: { userId: string; identityId: string; actor?: Actor },
): Promise<Record<string, never>> {
  return context.database.transaction(async (tx) => {
    const current = await lockUser(tx, userId)
    if (!current) throw userNotFound()
    if (current.identities.length <= 1)
      throw authError(
        422,
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      )
    const identity = current.identities.find(({ identity_id: id }) => id === identityId)
    if (!identity) throw authError(422, 'identity_not_found', "Identity doesn't exist")
    await deleteIdentity(tx, { id: identityId, userId })
    await dropAddress(context, tx, current, identity.provider)
    const updated = await refreshAccount(context, tx, userId, {})
    await audit(context, tx, {
      action: 'identity_unlinked',
      actor: actor ?? current,
      traits: {
        ...(actor && { user_id: userId }),
        identity_id: identityId,
        provider: identity.provider,
        provider_id: identity.id,
      },
    })
    notify(context, {
      kind: 'identity_unlinked',
      user: updated,
      values: { Provider: identity.provider },
      to: current.email,
      ...(actor && { by: 'An administrator' }),
    })
    return {}
  })
}

/** The account's address becomes that of another identity when its own was removed. */
async function dropAddress(
  context: Pick<AuthContext, 'now'>,
  tx: Connection,
  user: User,
  provider: string,
): Promise<void> {
  if (provider === 'phone')
    return updateUser(tx, user.id, { phone: null, phone_confirmed_at: null }, context.now)
  const left = user.identities.filter((identity) => identity.provider !== provider)
  if (left.some(({ email }) => email !== null && email === user.email?.toLowerCase())) return
  // An address that the service has not verified can be somebody else's.
  const next = left.find(
    ({ email, identity_data: data }) => email !== null && data['email_verified'] === true,
  )?.email
  if (!next) return
  try {
    await updateUser(tx, user.id, { email: next }, context.now)
  } catch (cause) {
    throw authError(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
      { cause },
    )
  }
}
