import { timingSafeEqual } from 'node:crypto'
import { AppError } from '../../lib/errors.ts'
import type { Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { digestOf } from '../one-time-token.ts'
import { makeOwner } from './make-owner.ts'
import { hasOperator, lockSettings, readSettings } from './queries.ts'

type Claim = { readonly token: string; readonly email: string; readonly password: string }

/**
 * Makes the first account the operator, once: 409 `owner_exists` afterwards, 403
 * `claim_token_invalid` for a link that is not the latest.
 */
export async function claimInstallation(
  context: Context,
  actor: Actor,
  { token, ...credentials }: Claim,
): Promise<{ user_id: string; continue_at: '/new' | '/project/default' }> {
  const { session, access, accounts, mutex, mode } = context
  const userId = await mutex.runExclusive('owner', () =>
    session.transaction(async (tx) => {
      const { owner_token_digest: stored } = await lockSettings(tx)
      if (await hasOperator(tx))
        throw new AppError('owner_exists', 'This installation is already set up.', {
          status: 409,
          hint: 'Sign in.',
        })
      if (!isLatest(token, stored))
        throw new AppError('claim_token_invalid', 'This setup link is not valid.', {
          status: 403,
          hint: 'Use the link that the server printed when it was last started.',
        })
      return makeOwner(tx, actor, { accounts, credentials })
    }),
  )
  access.forget()
  // On a platform, the owner starts by creating an organization; a self-hosted installation already has a project.
  return { user_id: userId, continue_at: mode === 'platform' ? '/new' : '/project/default' }
}

/** Whether the setup link with this token can still create the first account. */
export async function checkClaimToken(
  { session }: Pick<Context, 'session'>,
  token: string,
): Promise<{ valid: boolean }> {
  const [settings, isOwned] = await Promise.all([readSettings(session), hasOperator(session)])
  return { valid: !isOwned && isLatest(token, settings.owner_token_digest) }
}

const isLatest = (token: string, stored: Buffer | null): boolean =>
  stored !== null && timingSafeEqual(stored, digestOf(token))
