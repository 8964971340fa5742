import { z } from 'zod'
import { audit } from '../audit.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { authError, userNotFound, validationFailed } from '../errors.ts'
import { listFactors, updateFactor } from '../queries/factors.ts'
import { lockUser } from '../queries/users.ts'
import { normalizePhone } from '../users/email-address.ts'
import { factorNotFound } from './enabled-factor.ts'
import { factorNameConflict, factorNameOf } from './enroll-factor.ts'
import { toFactorBody } from './unenroll-factor.ts'

export const ChangeFactorBody = z.object({ friendly_name: text, phone: text })

/** Lets an administrator rename a factor, or replace the number of a phone. */
export async function changeAccountFactor(
  context: Pick<AuthContext, 'administrator' | 'client' | 'database' | 'now' | 'project'>,
  { userId, factorId }: { userId: string; factorId: string },
  body: z.infer<typeof ChangeFactorBody>,
) {
  const name = factorNameOf(body)
  const phone = body.phone === '' ? undefined : normalizePhone(body.phone)
  return context.database.transaction(async (tx) => {
    if (!(await lockUser(tx, userId))) throw userNotFound()
    const factors = await listFactors(tx, userId)
    const factor = factors.find(({ id }) => id === factorId)
    if (!factor) throw factorNotFound()
    const others = factors.filter(({ id }) => id !== factorId)
    if (phone !== undefined && factor.factor_type !== 'phone')
      throw validationFailed('Only a phone factor has a phone number')
    if (name !== '' && others.some((other) => other.friendly_name === name))
      throw factorNameConflict(name)
    if (phone !== undefined && others.some((other) => other.phone === phone))
      throw authError(
        422,
        'mfa_verified_factor_exists',
        'Another factor of the user has this phone number',
      )
    const changed = await updateFactor(tx, factorId, {
      name: name === '' ? undefined : name,
      phone,
      now: context.now,
    })
    await audit(context, tx, {
      action: 'factor_updated',
      actor: context.administrator,
      traits: { user_id: userId, factor_id: factorId },
    })
    return toFactorBody(changed)
  })
}
