import { z } from 'zod'
import { audit } from '../audit.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { authError, invalidCredentials, validationFailed } from '../errors.ts'
import { findUserByEmail, type User } from '../queries/users.ts'
import { hasSessionFrom } from '../queries/sessions.ts'
import { startSession, type SessionBody } from '../sessions/sessions.ts'

export const PasswordGrantBody = z.object({ email: text, phone: text, password: text })

const MAX_ADDRESS = 255

/**
 * Signs in with email address and password. An unknown address and a wrong password get the same
 * response after the same time. Only failures count against the rate limits, which refuse a client
 * that guesses, but only slow down an account that many clients guess at.
 */
export async function signInWithPassword(
  context: AuthContext,
  body: z.infer<typeof PasswordGrantBody>,
): Promise<SessionBody> {
  if (body.phone !== '') {
    if (body.email !== '')
      throw validationFailed('Only an email address or phone number should be provided on login.')
    throw authError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  if (body.email === '') throw validationFailed('missing email or phone')
  if (!context.settings.external_email_enabled)
    throw authError(400, 'email_provider_disabled', 'Email logins are disabled')
  const email = body.email.trim().toLowerCase()
  if (email.length > MAX_ADDRESS) throw invalidCredentials()
  const user = await proveAccount(context, email, body.password)
  return context.database.transaction(async (tx) => {
    await audit(context, tx, { action: 'login', actor: user, traits: { provider: 'email' } })
    return startSession(context, tx, { userId: user.id, method: 'password' })
  })
}

async function proveAccount(context: AuthContext, email: string, password: string): Promise<User> {
  const { limits, project, client, database } = context
  const pair = `${client.network} ${email}`
  limits.count('signInByIp', project.ref, client.network)
  limits.count('signInByIpAndAddress', project.ref, pair)
  const user = await findUserByEmail(database, email)
  // Attempts from elsewhere must not keep an account's owner from signing in where they have before.
  await limits.slowDown('signInByAddress', project.ref, {
    key: email,
    isExempt: () => hasSessionFrom(database, { userId: user?.id ?? null, ip: client.ip }),
  })
  const isRight = await context.passwords.verify(
    context,
    password,
    user?.encrypted_password ?? null,
  )
  if (!user || !isRight || user.deleted_at !== null) throw invalidCredentials()
  limits.forgive('signInByIp', project.ref, client.network)
  limits.forgive('signInByIpAndAddress', project.ref, pair)
  limits.forgive('signInByAddress', project.ref, email)
  if (isBanned(user, context.now)) throw authError(400, 'user_banned', 'User is banned')
  if (user.email_confirmed_at === null)
    throw authError(400, 'email_not_confirmed', 'Email not confirmed')
  return user
}

export const isBanned = (user: Pick<User, 'banned_until'>, now: Date): boolean =>
  user.banned_until !== null && user.banned_until > now
