import type { Organization } from '@stoa/contract/platform/organizations'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { setName, setRequiresMfa } from './queries.ts'
import { readOrganization } from './read-organization.ts'

export async function updateOrganization(
  context: Pick<Context, 'access' | 'permissions' | 'session'>,
  actor: Actor,
  input: { scope: Scope; name: string | undefined; requiresMfa: boolean | undefined },
): Promise<Organization> {
  const { scope, name, requiresMfa } = input
  if (requiresMfa && actor.member.kind === 'person' && !actor.member.hasSecondFactor)
    throw new AppError('second_factor_missing', 'Your account has no second factor.', {
      status: 409,
      hint: 'Add one in your account settings first. The requirement applies to you too.',
    })
  await context.session.transaction(async (tx) => {
    if (name !== undefined) await setName(tx, scope.organizationId, name)
    if (requiresMfa !== undefined) await setRequiresMfa(tx, scope.organizationId, requiresMfa)
    await audit(tx, actor, {
      action: 'organization.update',
      on: scope,
      metadata: {
        ...(name !== undefined && { name }),
        ...(requiresMfa !== undefined && { requires_mfa: requiresMfa }),
      },
    })
  })
  if (requiresMfa !== undefined) context.access.forget()
  return readOrganization(context, scope)
}
