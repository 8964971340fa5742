import { AppError } from '../../lib/errors.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { enforceRateLimit } from '../enforce-rate-limit.ts'
import { lastOwnerOf } from '../members/port.ts'
import { personInSession } from '../person.ts'
import {
  deleteProfile,
  forgetDeletedAccount,
  listDeletedAccounts,
  lockMemberships,
  lockOperators,
  passOnShared,
} from './account-queries.ts'

type DeletionContext = Pick<Context, 'access' | 'accounts' | 'log' | 'rateLimiter' | 'session'>

/** A stolen session must not become a way to guess the password. */
const GUESSES = { burst: 5, perMinute: 5 }

/**
 * Deletes the caller's account. The profile, and with it everything that is theirs alone, goes in one
 * transaction; the auth service deletes its part after it, or the next chore does.
 */
export async function deleteAccount(
  context: DeletionContext,
  actor: Actor,
  password: string,
): Promise<Record<string, never>> {
  const { session, accounts, access } = context
  const { userId, email } = personInSession(actor.member, 'delete an account')
  enforceRateLimit(context.rateLimiter, `delete account ${userId}`, GUESSES)
  if ((await accounts.findAccount({ email, password })) !== userId) throw passwordWrong()
  await session.transaction(async (tx) => {
    const memberships = await lockMemberships(tx, userId)
    const alone = memberships.filter(({ is_last_owner: isLast }) => isLast)
    if (alone.length > 0) throw lastOwnerOf(alone.map(({ name }) => name))
    const operators = await lockOperators(tx)
    if (operators.length === 1 && operators[0]?.user_id === userId) throw lastOperator()
    for (const { slug, role } of memberships)
      await audit(tx, actor, {
        action: 'member.leave',
        on: { slug },
        target: userId,
        metadata: { role },
      })
    await audit(tx, actor, { action: 'account.delete', target: userId })
    await passOnShared(tx, userId)
    await deleteProfile(tx, userId)
  })
  access.forget()
  // The profile is gone: a failure here is repeated by the chore, and is no failure of the request.
  await finishAccountDeletions(context).catch((err: unknown) =>
    context.log.warn({ err: String(err) }, 'A deleted account is still known to the auth service.'),
  )
  return {}
}

/** Completes deletions of which only the profile is gone. */
export async function finishAccountDeletions({
  session,
  accounts,
}: Pick<Context, 'accounts' | 'session'>): Promise<void> {
  for (const { user_id: userId } of await listDeletedAccounts(session)) {
    await accounts.deleteAccount(userId)
    await forgetDeletedAccount(session, userId)
  }
}

const passwordWrong = () =>
  new AppError('password_wrong', 'This is not the password of your account.', {
    status: 403,
    hint: 'Try again. If you forgot it, sign out and reset it first.',
  })

const lastOperator = () =>
  new AppError('last_operator', 'You are the only operator of this installation.', {
    status: 409,
    hint: 'Make another account an operator first.',
  })
