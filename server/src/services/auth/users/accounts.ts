import { z } from 'zod'
import type { AccountPort } from '../../../project/accounts.ts'
import type { Project } from '../../../project/project.ts'
import { AppError } from '../../../lib/errors.ts'
import { audit } from '../audit.ts'
import { createServerContext, type AuthContext, type AuthParts } from '../context.ts'
import { confirmEmail, createUser } from './create-user.ts'
import { endSession, listSessions } from '../members/user-sessions.ts'
import { normalizeEmail } from './email-address.ts'
import { checkNewPassword } from '../sign-in/password-rules.ts'
import { deleteOtherSessions, findLiveAccount, findLiveSession } from '../queries/sessions.ts'
import { takeUnproved } from '../queries/unproved-emails.ts'
import { deleteUser, findUser, findUserByEmail, lockUser } from '../queries/users.ts'
import { deviceOf } from '../mail/device.ts'
import { notify } from '../mail/notifications.ts'
import { removeAllFactors } from '../factors/unenroll-factor.ts'

const AccessClaims = z.object({ sub: z.guid(), session_id: z.guid(), aal: z.string().optional() })

/** Gives the platform access to the accounts of one project. */
export const createAccountPort = (parts: AuthParts, project: Project): AccountPort => ({
  async createAccount(account) {
    const context = createServerContext(parts, project)
    const email = normalizeEmail(account.email)
    await checkNewPassword(context, account.password)
    const passwordHash = await parts.passwords.hash(context, account.password)
    return context.database.transaction(async (tx) => {
      const user = await createUser(context, tx, {
        email,
        passwordHash,
        userMetadata: {},
        isEmailUnproved: false,
      })
      if (!user)
        throw new AppError('account_exists', 'An account with this email address already exists.', {
          status: 409,
          hint: 'Sign in to that account instead.',
        })
      await confirmEmail(context, tx, user)
      await audit(context, tx, { action: 'user_signedup', actor: user })
      return user.id
    })
  },

  async findAccount({ email, password }) {
    const context = createServerContext(parts, project)
    const user = await findUserByEmail(context.database, email.trim().toLowerCase())
    const isRight = await parts.passwords.verify(
      context,
      password,
      user?.encrypted_password ?? null,
    )
    return isRight ? user?.id : undefined
  },

  async vouchFor(userId) {
    await takeUnproved(project.database.as('supabase_auth_admin'), userId)
  },

  async readAccount(userId) {
    const session = project.database.as('supabase_auth_admin')
    const found = await findLiveAccount(session, userId, parts.clock.now())
    return found && { userId, email: found.email ?? '', hasSecondFactor: found.has_factor }
  },

  async deleteAccount(userId) {
    const context = createServerContext(parts, project)
    await context.database.transaction(async (tx) => {
      const user = await lockUser(tx, userId)
      if (!user) return
      await audit(context, tx, { action: 'user_deleted', actor: user })
      await deleteUser(tx, userId)
    })
    context.sessions.forget(project.ref)
  },

  async removeFactors(email) {
    const context = createServerContext(parts, project)
    const user = await findUserByEmail(context.database, email.trim().toLowerCase())
    if (!user)
      throw new AppError('account_not_found', 'No account has this email address.', { status: 404 })
    const removed = await removeAllFactors(context, user.id)
    if (removed > 0)
      notify(context, {
        kind: 'mfa_factor_unenrolled',
        user,
        values: { FactorType: 'all' },
        by: 'An operator of the installation',
      })
    return removed
  },

  notifyOwner(userId, { kind, prefix, ip, userAgent }) {
    const context = {
      ...createServerContext(parts, project),
      client: { ip, network: '', userAgent },
    }
    parts.background.start(project, async () => {
      const user = await findUser(context.database, userId)
      if (user) notify(context, { kind, user, values: { TokenPrefix: `${prefix}…` } })
    })
  },

  ...sessionMethods(parts, project),

  async verifyAccessToken(token) {
    const now = parts.clock.now()
    const verified = project.keys.verify(token, now)
    if (verified.state === 'expired') return { reason: 'expired' }
    const claims = AccessClaims.safeParse(verified.state === 'valid' ? verified.claims : undefined)
    if (!claims.success) return { reason: 'invalid' }
    const { sub: userId, session_id: sessionId, aal } = claims.data
    const live = await parts.sessions.find(project.ref, sessionId, () =>
      loadSession(project, sessionId, now),
    )
    if (!live || live.userId !== userId) return { reason: 'signed_out' }
    // Without this check, a stolen password would be enough to use the platform.
    if (live.hasFactor && (aal !== 'aal2' || live.aal !== 'aal2'))
      return { reason: 'second_factor_required' }
    return { userId, email: live.email, hasSecondFactor: live.hasFactor, sessionId }
  },
})

/** The part of the port that lists and ends the sessions of an account. */
const sessionMethods = (
  parts: AuthParts,
  project: Project,
): Pick<AccountPort, 'listSessions' | 'endSession' | 'endOtherSessions'> => ({
  async listSessions(userId) {
    const sessions = await listSessions(createServerContext(parts, project), userId)
    return sessions.map((each) => ({
      id: each.id,
      createdAt: each.created_at,
      lastUsedAt: each.last_used_at,
      ip: each.ip,
      device: deviceOf(each.user_agent ?? ''),
      hasSecondFactor: each.aal === 'aal2',
    }))
  },

  async endSession(userId, sessionId) {
    await endSession(asOwner(parts, project, userId), { userId, id: sessionId })
  },

  async endOtherSessions(userId, keep) {
    const context = asOwner(parts, project, userId)
    await context.database.transaction(async (tx) => {
      await deleteOtherSessions(tx, userId, keep)
      await audit(context, tx, { action: 'logout', actor: context.administrator })
    })
    context.sessions.forget(project.ref)
  },
})

/** The context of a change that an account's owner makes through the platform. */
const asOwner = (parts: AuthParts, project: Project, userId: string): AuthContext => ({
  ...createServerContext(parts, project),
  administrator: { id: userId, email: null },
})

async function loadSession(project: Project, sessionId: string, now: Date) {
  // This role owns the sessions. A caller's role can't read them.
  const found = await findLiveSession(project.database.as('supabase_auth_admin'), sessionId, now)
  return (
    found && {
      userId: found.user_id,
      email: found.email ?? '',
      aal: found.aal ?? 'aal1',
      hasFactor: found.has_factor,
    }
  )
}
