import type { UserDetail } from '@stoa/contract/services/auth/members'
import type { AuthContext } from '../context.ts'
import { userNotFound } from '../errors.ts'
import { listPasskeys } from '../queries/passkeys.ts'
import { findUser } from '../queries/users.ts'

/** One user with identities and second factors; 404 `user_not_found`. */
export async function showUser(
  context: Pick<AuthContext, 'database'>,
  id: string,
): Promise<UserDetail> {
  const [user, passkeys] = await Promise.all([
    findUser(context.database, id),
    listPasskeys(context.database, id),
  ])
  if (!user) throw userNotFound()
  const { full_name: fullName, name } = user.raw_user_meta_data
  return {
    id: user.id,
    email: user.email,
    phone: user.phone,
    name: textOf(fullName) ?? textOf(name),
    providers: [...new Set(user.identities.map(({ provider }) => provider))].toSorted(),
    role: user.role ?? '',
    created_at: iso(user.created_at),
    updated_at: iso(user.updated_at),
    last_sign_in_at: iso(user.last_sign_in_at),
    invited_at: iso(user.invited_at),
    email_confirmed_at: iso(user.email_confirmed_at),
    phone_confirmed_at: iso(user.phone_confirmed_at),
    confirmation_sent_at: iso(user.confirmation_sent_at),
    recovery_sent_at: iso(user.recovery_sent_at),
    is_confirmed: user.confirmed_at !== null,
    is_anonymous: user.is_anonymous,
    banned_until: iso(user.banned_until),
    new_email: user.email_change || null,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities.map((identity) => ({
      id: identity.identity_id,
      provider: identity.provider,
      email: identity.email,
      created_at: identity.created_at,
      last_sign_in_at: identity.last_sign_in_at,
    })),
    factors: user.factors.map(
      ({ id: factorId, friendly_name, factor_type, status, created_at }) => ({
        id: factorId,
        friendly_name,
        factor_type,
        status,
        created_at,
      }),
    ),
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      friendly_name: passkey.friendly_name,
      created_at: passkey.created_at.toISOString(),
      last_used_at: iso(passkey.last_used_at),
    })),
  }
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null
