import { z } from 'zod'
import type { Project } from '../../../project/project.ts'
import { AppError } from '../../../lib/errors.ts'
import { audit } from '../audit.ts'
import { createServerContext, type AuthParts } from '../context.ts'
import { confirmEmail, createUser } from './create-user.ts'
import { normalizeEmail } from './email-address.ts'
import { checkPasswordStrength } from '../sign-in/passwords.ts'
import { findLiveSession } from '../queries/sessions.ts'
import { findUserByEmail } from '../queries/users.ts'
import { removeAllFactors } from '../factors/unenroll-factor.ts'

export type NewAccount = {
  readonly email: string
  readonly password: string
  /** The address counts as proved: the account can sign in at once. */
  readonly confirmed: boolean
}

/**
 * What an access token says, or why it is not taken; a token that merely `expired` may be refreshed,
 * and one that lacks a second factor is good for proving it.
 */
export type VerifiedAccess =
  | {
      readonly userId: string
      readonly email: string
      readonly sessionId: string
      /** The account has a second factor, and this session proved it. */
      readonly hasSecondFactor: boolean
    }
  | { readonly reason: 'expired' | 'invalid' | 'signed_out' | 'second_factor_required' }

/** Accounts and sessions for the platform's own doors. */
export type AccountPort = {
  /**
   * Adds an account, whatever the project says about sign-ups, and resolves to its id. Rejects with
   * 409 `account_exists`, 422 `weak_password` or 400 `validation_failed`.
   */
  createAccount(project: Project, account: NewAccount): Promise<string>
  /** The id of the account whose password this is. */
  findAccount(
    project: Project,
    account: { readonly email: string; readonly password: string },
  ): Promise<string | undefined>
  /**
   * Whom an access token stands for. The session is asked for too: a sign-out is noticed at once
   * where it came through this process, and within ten seconds otherwise. Never rejects for a token's
   * sake.
   */
  verifyAccessToken(project: Project, token: string): Promise<VerifiedAccess>
  /**
   * Removes the second factors of the account with this address and resolves to how many counted.
   * Rejects with 404 `account_not_found`.
   */
  removeFactors(project: Project, email: string): Promise<number>
}

const AccessClaims = z.object({ sub: z.guid(), session_id: z.guid(), aal: z.string().optional() })

export const createAccountPort = (parts: AuthParts): AccountPort => ({
  async createAccount(project, account) {
    const context = createServerContext(parts, project)
    const email = normalizeEmail(account.email)
    checkPasswordStrength(account.password, context.settings)
    const passwordHash = await parts.passwords.hash(account.password)
    return context.database.transaction(async (tx) => {
      const user = await createUser(context, tx, { email, passwordHash, userMetadata: {} })
      if (!user)
        throw new AppError('account_exists', 'An account with this address exists already.', {
          status: 409,
          hint: 'Sign in with it instead.',
        })
      if (account.confirmed) await confirmEmail(context, tx, user)
      await audit(context, tx, { action: 'user_signedup', actor: user })
      return user.id
    })
  },

  async findAccount(project, { email, password }) {
    const { database } = createServerContext(parts, project)
    const user = await findUserByEmail(database, email.trim().toLowerCase())
    const isRight = await parts.passwords.verify(password, user?.encrypted_password ?? null)
    return isRight ? user?.id : undefined
  },

  async removeFactors(project, email) {
    const context = createServerContext(parts, project)
    const user = await findUserByEmail(context.database, email.trim().toLowerCase())
    if (!user)
      throw new AppError('account_not_found', 'No account has this address.', { status: 404 })
    return removeAllFactors(context, user.id)
  },

  async verifyAccessToken(project, token) {
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
    // Without this, a stolen password would be enough after all.
    if (live.hasFactor && (aal !== 'aal2' || live.aal !== 'aal2'))
      return { reason: 'second_factor_required' }
    return { userId, email: live.email, sessionId, hasSecondFactor: live.hasFactor }
  },
})

async function loadSession(project: Project, sessionId: string, now: Date) {
  // Sessions are the service's own; no caller's role may read them.
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
