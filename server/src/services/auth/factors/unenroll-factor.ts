import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { SignedIn } from '../sessions/bearer.ts'
import { factorNotFound, isOtherFactor } from './enabled-factor.ts'
import type { AuthContext } from '../context.ts'
import { authError, userNotFound } from '../errors.ts'
import { notify } from '../mail/notifications.ts'
import { deleteFactor, findFactor, listFactors, type Factor } from '../queries/factors.ts'
import { lowerSessions } from '../queries/sessions.ts'
import { findUser, lockUser } from '../queries/users.ts'

/** Removes the account's own factor. Removing a verified factor needs an aal2 session. */
export async function unenrollFactor(
  context: AuthContext,
  { user, level }: SignedIn,
  factorId: string,
): Promise<{ readonly id: string }> {
  const removed = await context.database.transaction(async (tx) => {
    if (!(await lockUser(tx, user.id))) throw userNotFound()
    const factor = await findFactor(tx, { id: factorId, userId: user.id })
    if (!factor) throw factorNotFound()
    if (factor.status === 'verified' && level !== 'aal2')
      throw authError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    await remove(tx, factor)
    await audit(context, tx, {
      action: 'factor_unenrolled',
      actor: user,
      traits: { factor_id: factorId, factor_status: factor.status },
    })
    return factor
  })
  context.sessions.forget(context.project.ref)
  if (removed.status === 'verified')
    notify(context, {
      kind: 'mfa_factor_unenrolled',
      user,
      values: { FactorType: removed.factor_type },
    })
  return { id: factorId }
}

/** Lists an account's factors for a request with the service key. */
export async function listAccountFactors(context: Pick<AuthContext, 'database'>, userId: string) {
  if (!(await findUser(context.database, userId))) throw userNotFound()
  return (await listFactors(context.database, userId)).map(toFactorBody)
}

/** Lets an administrator remove the factor of a person who lost their device. */
export async function deleteAccountFactor(
  context: AuthContext,
  { userId, factorId }: { userId: string; factorId: string },
) {
  const removed = await context.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw userNotFound()
    const factor = await findFactor(tx, { id: factorId, userId })
    if (!factor) throw factorNotFound()
    await remove(tx, factor)
    await audit(context, tx, {
      action: 'factor_deleted',
      actor: context.administrator,
      traits: { user_id: userId, factor_id: factorId },
    })
    return factor
  })
  context.sessions.forget(context.project.ref)
  return toFactorBody(removed)
}

/** Removes all factors of the account. Resolves to the number of verified ones. */
export async function removeAllFactors(context: AuthContext, userId: string): Promise<number> {
  const removed = await context.database.transaction(async (tx) => {
    if (!(await lockUser(tx, userId))) throw userNotFound()
    const factors = await listFactors(tx, userId)
    for (const factor of factors) {
      await remove(tx, factor)
      await audit(context, tx, {
        action: 'factor_deleted',
        actor: context.administrator,
        traits: { user_id: userId, factor_id: factor.id },
      })
    }
    return factors.filter(({ status }) => status === 'verified').length
  })
  context.sessions.forget(context.project.ref)
  return removed
}

/** Sessions that verified this factor continue at aal1. */
async function remove(tx: Connection, { id, user_id: userId }: Factor) {
  await lowerSessions(tx, id)
  await deleteFactor(tx, id)
  const left = await listFactors(tx, userId)
  // Recovery codes cannot be an account's only factor.
  if (left.some(isOtherFactor)) return
  for (const codes of left.filter(({ factor_type: type }) => type === 'recovery_code')) {
    await lowerSessions(tx, codes.id)
    await deleteFactor(tx, codes.id)
  }
}

/** A factor as administrators see it. */
export const toFactorBody = (factor: Factor) => ({
  id: factor.id,
  friendly_name: factor.friendly_name ?? '',
  factor_type: factor.factor_type,
  status: factor.status,
  ...(factor.phone !== null && { phone: factor.phone }),
  created_at: factor.created_at.toISOString(),
  updated_at: factor.updated_at.toISOString(),
})
