import type { User } from '../queries/users.ts'

/** Whether an account is banned at a time. */
export const isBanned = (user: Pick<User, 'banned_until'>, now: Date): boolean =>
  user.banned_until !== null && user.banned_until > now
