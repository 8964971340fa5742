import { randomUUID } from 'node:crypto'
import { AppError } from '../../../lib/errors.ts'
import { toUnavailable } from '../../../postgres/unavailable.ts'
import type { Session as Connection } from '../../../postgres/database.ts'
import type { AuthContext } from '../context.ts'
import { authError } from '../errors.ts'
import { checkNewUser } from '../hooks/new-user.ts'
import { insertIdentity } from '../queries/identities.ts'
import { deleteOneTimeTokens } from '../queries/one-time-tokens.ts'
import { findUser, insertUser, updateUser, upsertIdentity, type User } from '../queries/users.ts'
import { mergeMetadata } from './user-view.ts'

type Metadata = Readonly<Record<string, unknown>>

export type UserDraft = {
  readonly id?: string
  readonly email?: string
  readonly phone?: string
  /** When empty, the account can't sign in with a password yet. */
  readonly passwordHash: string
  readonly role?: string
  readonly aud?: string
  readonly appMetadata?: Metadata
  readonly userMetadata: Metadata
  readonly isAnonymous?: boolean
  /** The identity at another service, in place of those of the address and number. */
  readonly identity?: { readonly provider: string; readonly providerId: string }
  readonly isSso?: boolean
  /** Whether a caller gave the address and nothing shows yet that it is theirs. */
  readonly isEmailUnproved: boolean
  /** The account is created by an administrator, so no hook is called. */
  readonly isByAdministrator?: true
}

/**
 * Adds an account with its identities; undefined when the address, number, or ID is taken. If a
 * trigger of the project rejects the row, the error is a 500, as in GoTrue.
 */
export async function createUser(
  context: AuthContext,
  tx: Connection,
  draft: UserDraft,
): Promise<User | undefined> {
  try {
    return await insert(context, tx, draft)
  } catch (cause) {
    const known = cause instanceof AppError ? cause : toUnavailable(cause)
    if (known) throw known
    throw authError(500, 'unexpected_failure', 'Database error saving new user', { cause })
  }
}

async function insert(context: AuthContext, tx: Connection, draft: UserDraft) {
  const { now } = context
  const id = draft.id ?? randomUUID()
  const providers = draft.identity
    ? [draft.identity.provider]
    : [...(draft.email ? ['email'] : []), ...(draft.phone ? ['phone'] : [])]
  const row = {
    id,
    aud: draft.aud || 'authenticated',
    role: draft.role || 'authenticated',
    email: draft.email ?? null,
    phone: draft.phone ?? null,
    appMetadata: {
      ...(providers.length > 0 && { provider: providers[0], providers }),
      ...draft.appMetadata,
    },
    userMetadata: draft.userMetadata,
    isAnonymous: draft.isAnonymous ?? false,
    isSso: draft.isSso ?? false,
    isUnproved: draft.email !== undefined && draft.isEmailUnproved,
  }
  const isNew = await insertUser(tx, { ...row, passwordHash: draft.passwordHash, now })
  if (!isNew) return undefined
  // Called only for a new account, and before the transaction commits.
  if (!draft.isByAdministrator)
    await checkNewUser(context, tx, {
      id,
      aud: row.aud,
      role: row.role,
      email: row.email ?? '',
      phone: row.phone ?? '',
      app_metadata: row.appMetadata,
      user_metadata: row.userMetadata,
      identities: [],
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      is_anonymous: row.isAnonymous,
    })
  const verified = { email_verified: false, phone_verified: false }
  if (draft.identity) {
    const { provider, providerId } = draft.identity
    await insertIdentity(tx, { userId: id, provider, providerId, data: draft.userMetadata, now })
    return findUser(tx, id)
  }
  if (draft.email)
    await upsertIdentity(tx, {
      userId: id,
      provider: 'email',
      data: { sub: id, email: draft.email, ...verified },
      now,
    })
  if (draft.phone)
    await upsertIdentity(tx, {
      userId: id,
      provider: 'phone',
      data: { sub: id, phone: draft.phone, ...verified },
      now,
    })
  // The row is read again because triggers of the project can have changed it.
  return findUser(tx, id)
}

/**
 * Marks the address as confirmed and invalidates the tokens of all mails sent before. It says nothing
 * about who owns the mailbox: `proveEmail` is for somebody who has proved that.
 */
export async function confirmEmail(
  context: Pick<AuthContext, 'now'>,
  tx: Connection,
  user: User,
): Promise<void> {
  const { now } = context
  await updateUser(
    tx,
    user.id,
    {
      email_confirmed_at: user.email_confirmed_at ?? now,
      raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { email_verified: true }),
    },
    now,
  )
  if (user.identities.some((identity) => identity.provider === 'email'))
    await upsertIdentity(tx, {
      userId: user.id,
      provider: 'email',
      data: { email_verified: true },
      now,
    })
  await deleteOneTimeTokens(tx, user.id)
}
