import { AppError } from '../../lib/errors.ts'
import { organizationNotFound, type Scope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { countProjects, lockOrganization, removeOrganization } from './queries.ts'

/** Deletes an organization; 409 `organization_has_projects` while projects remain. */
export async function deleteOrganization(
  { session, access }: Pick<Context, 'access' | 'session'>,
  actor: Actor,
  scope: Scope,
): Promise<Record<string, never>> {
  await session.transaction(async (tx) => {
    // The creation of a project locks its organization's row, so the project is either counted or refused.
    if (!(await lockOrganization(tx, scope.organizationId))) throw organizationNotFound()
    const count = await countProjects(tx, scope.organizationId)
    if (count > 0)
      throw new AppError(
        'organization_has_projects',
        `The organization still has ${count} ${count === 1 ? 'project' : 'projects'}.`,
        { status: 409, hint: 'Delete its projects first.' },
      )
    await removeOrganization(tx, scope.organizationId)
    await audit(tx, actor, { action: 'organization.delete', on: scope })
  })
  access.forget()
  return {}
}
