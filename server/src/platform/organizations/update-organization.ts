import type { Organization } from '@stoa/contract/platform/organizations'
import type { Scope } from '../access/access.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { setName } from './queries.ts'
import { readOrganization } from './read-organization.ts'

export async function updateOrganization(
  context: Context,
  actor: Actor,
  input: { scope: Scope; name: string },
): Promise<Organization> {
  const { scope, name } = input
  await context.session.transaction(async (tx) => {
    await setName(tx, scope.organizationId, name)
    await audit(tx, actor, {
      action: 'organization.update',
      organizationSlug: scope.slug,
      metadata: { name },
    })
  })
  return readOrganization(context, scope)
}
