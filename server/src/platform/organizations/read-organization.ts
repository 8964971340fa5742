import type { Organization } from '@stoa/contract/platform/organizations'
import { organizationNotFound, type Scope } from '../access/access.ts'
import type { Context } from '../context.ts'
import { toOrganization } from './present.ts'
import { findOrganization } from './queries.ts'

export async function readOrganization(
  { session, permissions }: Context,
  scope: Scope,
): Promise<Organization> {
  const row = await findOrganization(session, scope.organizationId)
  if (!row) throw organizationNotFound()
  return toOrganization(row, { standing: scope.standing, permissions })
}
