import type { Organization } from '@stoa/contract/platform/organizations'
import { organizationNotFound, type Scope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { toOrganization } from './present.ts'
import { findOrganization } from './queries.ts'

export async function readOrganization(
  context: Pick<Context, 'permissions' | 'session'>,
  scope: Scope,
): Promise<Organization> {
  const row = await findOrganization(context.session, scope.organizationId)
  if (!row) throw organizationNotFound()
  return toOrganization(row, { standing: scope.standing, permissions: context.permissions })
}
