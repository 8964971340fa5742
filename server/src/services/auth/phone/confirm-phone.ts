import type { Session as Connection } from '../../../postgres/database.ts'
import type { AuthContext } from '../context.ts'
import { phoneExists, sqlState } from '../errors.ts'
import { notify } from '../mail/notifications.ts'
import { deleteOneTimeTokens } from '../queries/one-time-tokens.ts'
import { updateUser, upsertIdentity, type User } from '../queries/users.ts'
import { mergeMetadata } from '../users/user-view.ts'

/** Marks the number as confirmed and invalidates all codes sent before. */
export async function confirmPhone(
  context: Pick<AuthContext, 'now'>,
  tx: Connection,
  user: User,
): Promise<void> {
  const { now } = context
  await updateUser(
    tx,
    user.id,
    {
      phone_confirmed_at: user.phone_confirmed_at ?? now,
      is_anonymous: false,
      raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { phone_verified: true }),
    },
    now,
  )
  if (user.identities.some((identity) => identity.provider === 'phone'))
    await upsertIdentity(tx, {
      userId: user.id,
      provider: 'phone',
      data: { phone_verified: true },
      now,
    })
  await deleteOneTimeTokens(tx, user.id)
}

/** Gives the account a confirmed number. An anonymous account becomes a regular one. */
export async function changePhone(
  context: Pick<AuthContext, 'now'>,
  tx: Connection,
  { user, phone }: { readonly user: User; readonly phone: string },
): Promise<void> {
  const { now } = context
  const providers = providersOf(user)
  try {
    await updateUser(
      tx,
      user.id,
      {
        phone,
        phone_change: '',
        phone_confirmed_at: now,
        is_anonymous: false,
        raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, {
          provider: user.raw_app_meta_data['provider'] ?? 'phone',
          providers: providers.includes('phone') ? providers : [...providers, 'phone'],
        }),
        raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, {
          ...('phone' in user.raw_user_meta_data && { phone }),
          phone_verified: true,
        }),
      },
      now,
    )
  } catch (error) {
    // Another account took the number while the message was on its way.
    if (sqlState(error) === '23505') throw phoneExists()
    throw error
  }
  await upsertIdentity(tx, {
    userId: user.id,
    provider: 'phone',
    data: { sub: user.id, phone, phone_verified: true },
    now,
  })
  await deleteOneTimeTokens(tx, user.id)
}

/** Tells the account's mailbox about its new number. */
export const notifyPhoneChanged = (context: AuthContext, user: User, before: string | null) =>
  notify(context, {
    kind: 'phone_changed',
    user,
    values: { Phone: user.phone ?? '', OldPhone: before ?? '' },
  })

function providersOf({ raw_app_meta_data: { providers } }: User): readonly unknown[] {
  return Array.isArray(providers) ? providers : []
}
