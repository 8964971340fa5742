import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { deleteFactorsOf } from '../queries/factors.ts'
import { deleteFlowsOf } from '../queries/flow-states.ts'
import { deleteIdentity } from '../queries/identities.ts'
import { deleteConsentsOf } from '../queries/oauth-authorizations.ts'
import { deleteOneTimeTokens } from '../queries/one-time-tokens.ts'
import { deletePasskeysOf } from '../queries/passkeys.ts'
import { deleteSessionsOf } from '../queries/sessions.ts'
import { findUnproved, takeUnproved } from '../queries/unproved-emails.ts'
import { lockUser, updateUser, upsertIdentity, type User } from '../queries/users.ts'
import { confirmEmail } from './create-user.ts'
import { refreshAccount } from './refresh-account.ts'
import { mergeMetadata } from './user-view.ts'

/**
 * The parts of an account that survive its first proof, because they belong to the person who gives
 * it.
 */
export type KeptParts = {
  /** The password and the metadata, which the request that sent the mail has chosen. */
  readonly credentials?: true
  /** The identity at the service that verifies the address, with that service's data. */
  readonly identity?: {
    readonly provider: string
    readonly id: string
    readonly data: Readonly<Record<string, unknown>>
  }
  /** The kind of the PKCE flow that continues after the proof. */
  readonly flow?: string
}

export type Proved = {
  readonly user: User
  /** Whether nobody had verified the address before. */
  readonly isFirst: boolean
  readonly hasLostPassword: boolean
}

/** Whether nobody has proved to own the account's address. */
export const isUnproved = async (db: Connection, user: User): Promise<boolean> =>
  user.email_confirmed_at === null || (await findUnproved(db, user.id)) !== undefined

/**
 * Confirms the account's address for somebody who has verified it. If nobody had done so before, a
 * stranger may have created the account, so all earlier ways to sign in are removed. When
 * `isFirst`, the caller clears the session cache once the transaction has committed.
 */
export async function proveEmail(
  context: Pick<AuthContext, 'client' | 'now' | 'policy' | 'project'>,
  tx: Connection,
  { user, kept }: { user: User; kept: KeptParts },
): Promise<Proved> {
  const unproved = await takeUnproved(tx, user.id)
  if (!unproved && user.email_confirmed_at !== null) {
    await confirmEmail(context, tx, user)
    return { user, isFirst: false, hasLostPassword: false }
  }
  const keepsCredentials = kept.credentials === true && unproved?.is_contested !== true
  await removeEarlierHolder(context, tx, {
    user,
    kept,
    keepsCredentials,
    isStrangers: unproved !== undefined,
  })
  await confirmEmail(context, tx, (await lockUser(tx, user.id)) ?? user)
  const proved = (await lockUser(tx, user.id)) ?? user
  return {
    user: proved,
    isFirst: true,
    hasLostPassword: !!user.encrypted_password && !proved.encrypted_password,
  }
}

type Removal = {
  readonly user: User
  readonly kept: KeptParts
  readonly keepsCredentials: boolean
  /** The account was made by a request of its address alone, not by an administrator. */
  readonly isStrangers: boolean
}

async function removeEarlierHolder(
  context: Pick<AuthContext, 'client' | 'now' | 'policy' | 'project'>,
  tx: Connection,
  removal: Removal,
) {
  const { user, kept, keepsCredentials, isStrangers } = removal
  const { id: userId } = user
  const others = user.identities.filter((identity) => !isKept(removal, identity))
  for (const { identity_id: id } of others) await deleteIdentity(tx, { id, userId })
  await deleteSessionsOf(tx, userId)
  await deleteFactorsOf(tx, userId)
  await deletePasskeysOf(tx, userId)
  await deleteOneTimeTokens(tx, userId)
  await deleteFlowsOf(tx, { userId, keep: kept.flow })
  await deleteConsentsOf(tx, userId)
  await context.policy.revokeAccessTokens(userId)
  await updateUser(
    tx,
    userId,
    {
      email_change: '',
      email_change_confirm_status: 0,
      phone_change: '',
      ...(!keepsCredentials && { encrypted_password: '' }),
      ...(isStrangers && { phone: null, phone_confirmed_at: null }),
      ...(isStrangers &&
        !keepsCredentials && {
          raw_user_meta_data: mergeMetadata({}, kept.identity?.data ?? claimsOf(user)),
        }),
    },
    context.now,
  )
  if (!kept.identity)
    await upsertIdentity(tx, {
      userId,
      provider: 'email',
      data: claimsOf(user),
      now: context.now,
    })
  await refreshAccount(context, tx, userId, {})
  await audit(context, tx, {
    action: 'user_modified',
    actor: user,
    traits: {
      reason: 'email_proved',
      removed_identities: others.map(({ provider }) => provider),
      removed_factors: user.factors.length,
    },
  })
}

function isKept(
  { user, kept, isStrangers }: Removal,
  { provider, id }: User['identities'][number],
): boolean {
  if (provider === 'phone') return !isStrangers && user.phone_confirmed_at !== null
  return kept.identity
    ? provider === kept.identity.provider && id === kept.identity.id
    : provider === 'email'
}

const claimsOf = ({ id, email }: User) => ({ sub: id, email: email ?? '', email_verified: true })
