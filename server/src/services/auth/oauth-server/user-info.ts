import type { User } from '../queries/users.ts'

/** The standard claims of OpenID Connect that the scopes allow. */
export function claimsOfScopes(user: User, scopes: readonly string[]): Record<string, unknown> {
  const { raw_user_meta_data: meta } = user
  const first = (...names: readonly string[]) =>
    names.map((name) => meta[name]).find((value) => typeof value === 'string' && value !== '')
  const claims = {
    sub: user.id,
    ...(scopes.includes('email') && {
      email: user.email ?? undefined,
      email_verified: user.email_confirmed_at !== null,
    }),
    ...(scopes.includes('phone') && {
      phone_number: user.phone ?? undefined,
      phone_number_verified: user.phone_confirmed_at !== null,
    }),
    ...(scopes.includes('profile') && {
      name: first('name', 'full_name'),
      picture: first('picture', 'avatar_url'),
      preferred_username: first('preferred_username', 'user_name'),
      updated_at: user.updated_at ? Math.floor(user.updated_at.getTime() / 1000) : undefined,
    }),
  }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}
