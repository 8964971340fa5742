import { validationFailed } from '../errors.ts'
import type { User } from '../queries/users.ts'

/** The account in GoTrue's response format, in which unset fields are omitted. */
export const toUserBody = (user: User) => ({
  id: user.id,
  aud: user.aud ?? '',
  role: user.role ?? '',
  email: user.email ?? '',
  email_confirmed_at: time(user.email_confirmed_at),
  invited_at: time(user.invited_at),
  phone: user.phone ?? '',
  phone_confirmed_at: time(user.phone_confirmed_at),
  confirmation_sent_at: time(user.confirmation_sent_at),
  confirmed_at: time(user.confirmed_at),
  recovery_sent_at: time(user.recovery_sent_at),
  new_email: user.email_change || undefined,
  email_change_sent_at: time(user.email_change_sent_at),
  new_phone: user.phone_change || undefined,
  phone_change_sent_at: time(user.phone_change_sent_at),
  reauthentication_sent_at: time(user.reauthentication_sent_at),
  last_sign_in_at: time(user.last_sign_in_at),
  app_metadata: user.raw_app_meta_data,
  user_metadata: user.raw_user_meta_data,
  ...(user.factors.length > 0 && { factors: user.factors }),
  identities: user.identities.map((identity) => ({
    ...identity,
    last_sign_in_at: isoTime(identity.last_sign_in_at),
    created_at: isoTime(identity.created_at),
    updated_at: isoTime(identity.updated_at),
    email: identity.email ?? undefined,
  })),
  created_at: time(user.created_at),
  updated_at: time(user.updated_at),
  banned_until: time(user.banned_until),
  deleted_at: time(user.deleted_at),
  is_anonymous: user.is_anonymous,
})
export type UserBody = ReturnType<typeof toUserBody>

const time = (value: Date | null): string | undefined => value?.toISOString()

const isoTime = (value: string | null): string | undefined =>
  value === null ? undefined : new Date(value).toISOString()

/** The size of the largest request, so that every change that fits in one can be stored. */
const MAX_METADATA = 1024 * 1024

/**
 * Merges a change into metadata key by key. A null value removes its key. 400 `validation_failed` if
 * the result grows too large.
 */
export function mergeMetadata(
  current: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = Object.fromEntries(
    Object.entries({ ...current, ...change }).filter(([, value]) => value !== null),
  )
  if (JSON.stringify(merged).length > MAX_METADATA && Object.keys(change).length > 0)
    throw validationFailed('The metadata of an account cannot be larger than 1 MB')
  return merged
}
