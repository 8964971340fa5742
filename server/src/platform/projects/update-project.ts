import type { RenamedProject } from '@stoa/contract/platform/projects'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { branchNameFixed } from './errors.ts'
import { findOwnBranch, setProjectName } from './queries.ts'

/** Renames a project. A branch has a name of its own kind: 409 `branch_name_fixed`. */
export async function updateProject(
  { session }: Pick<Context, 'session'>,
  actor: Actor,
  { scope, name }: { scope: ProjectScope; name: string },
): Promise<RenamedProject> {
  await session.transaction(async (tx) => {
    if (await findOwnBranch(tx, scope.ref)) throw branchNameFixed()
    await setProjectName(tx, scope.projectId, name)
    await audit(tx, actor, {
      action: 'project.update',
      on: scope,
      metadata: { name },
    })
  })
  return { id: scope.projectId, ref: scope.ref, name }
}
