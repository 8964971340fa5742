import { z } from 'zod'
import { isBanned } from '../users/is-banned.ts'
import { audit } from '../audit.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { authError, invalidCredentials, validationFailed } from '../errors.ts'
import { decidePassword } from '../hooks/hooks.ts'
import { findUserByEmail, findUserByPhone, updateUser, type User } from '../queries/users.ts'
import { deleteSessionsOf, hasSessionFrom } from '../queries/sessions.ts'
import { startSession, type SessionBody } from '../sessions/sessions.ts'
import { isForeignHash } from './password-hashes.ts'
import { findWeakness, type Weakness } from './password-rules.ts'

export const PasswordGrantBody = z.object({ email: text, phone: text, password: text })
type PasswordGrantBody = z.infer<typeof PasswordGrantBody>

const MAX_ADDRESS = 255

/** A session, with the present rules of the project that the password does not meet. */
type PasswordSession = SessionBody & { readonly weak_password?: Weakness }

/** The email address or phone number of a sign-in. */
type Address = { readonly provider: 'email' | 'phone'; readonly value: string }

/**
 * Signs in with a password and an email address or phone number. An unknown address and a wrong
 * password get the same response after the same time. Only failures count against the rate limits,
 * which refuse a client that guesses, but only slow down an account that many clients guess at.
 */
export async function signInWithPassword(
  context: AuthContext,
  body: PasswordGrantBody,
): Promise<PasswordSession> {
  const address = addressOf(context, body)
  if (address.value.length > MAX_ADDRESS) throw invalidCredentials()
  const user = await proveAccount(context, address, body.password)
  const rehashed = await rehash(context, user, body.password)
  const session = await context.database.transaction(async (tx) => {
    if (rehashed !== undefined)
      await updateUser(tx, user.id, { encrypted_password: rehashed }, context.now)
    const { provider } = address
    const [started] = await Promise.all([
      startSession(context, tx, { userId: user.id, method: 'password', provider }),
      audit(context, tx, { action: 'login', actor: user, traits: { provider } }),
    ])
    return started
  })
  const weakness = findWeakness(body.password, context.settings)
  return weakness ? { ...session, weak_password: weakness } : session
}

function addressOf(
  { settings }: Pick<AuthContext, 'settings'>,
  { email, phone }: PasswordGrantBody,
): Address {
  if (phone !== '') {
    if (email !== '')
      throw validationFailed('Only an email address or phone number should be provided on login.')
    if (!settings.external_phone_enabled)
      throw authError(422, 'phone_provider_disabled', 'Phone logins are disabled')
    return { provider: 'phone', value: phone.replaceAll(/[+\s]/g, '') }
  }
  if (email === '') throw validationFailed('missing email or phone')
  if (!settings.external_email_enabled)
    throw authError(422, 'email_provider_disabled', 'Email logins are disabled')
  return { provider: 'email', value: email.trim().toLowerCase() }
}

async function proveAccount(
  context: AuthContext,
  { provider, value }: Address,
  password: string,
): Promise<User> {
  const { limits, project, client, database } = context
  const pair = `${client.network} ${value}`
  limits.count('signInByIp', project.ref, client.network)
  limits.count('signInByIpAndAddress', project.ref, pair)
  const user = await (provider === 'email' ? findUserByEmail : findUserByPhone)(database, value)
  // Attempts from elsewhere must not keep an account's owner from signing in where they have before.
  await limits.slowDown('signInByAddress', project.ref, {
    key: value,
    isExempt: () => hasSessionFrom(database, { userId: user?.id ?? null, ip: client.ip }),
  })
  const isRight = await context.passwords.verify(
    context,
    password,
    user?.encrypted_password ?? null,
  )
  if (!user || user.deleted_at !== null) throw invalidCredentials()
  await askPasswordHook(context, user, isRight)
  if (!isRight) throw invalidCredentials()
  limits.forgive('signInByIp', project.ref, client.network)
  limits.forgive('signInByIpAndAddress', project.ref, pair)
  limits.forgive('signInByAddress', project.ref, value)
  if (isBanned(user, context.now)) throw authError(400, 'user_banned', 'User is banned')
  if (provider === 'email' && user.email_confirmed_at === null)
    throw authError(400, 'email_not_confirmed', 'Email not confirmed')
  if (provider === 'phone' && user.phone_confirmed_at === null)
    throw authError(400, 'phone_not_confirmed', 'Phone not confirmed')
  return user
}

/** Calls the hook for an attempt to sign in to an existing account. The hook can reject it. */
async function askPasswordHook(context: AuthContext, user: User, isValid: boolean): Promise<void> {
  const {
    decision,
    message,
    should_logout_user: endsSessions,
  } = await decidePassword(context, {
    userId: user.id,
    isValid,
  })
  if (decision === 'continue') return
  if (endsSessions) {
    await deleteSessionsOf(context.database, user.id)
    context.sessions.forget(context.project.ref)
  }
  throw authError(400, 'invalid_credentials', message || 'Invalid login credentials')
}

/** A new hash of the password, if the account's hash came from another system. */
async function rehash(
  context: AuthContext,
  user: User,
  password: string,
): Promise<string | undefined> {
  if (!user.encrypted_password || !isForeignHash(user.encrypted_password)) return undefined
  return context.passwords.hash(context, password)
}
