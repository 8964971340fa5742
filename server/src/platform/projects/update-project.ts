import type { ProjectDetail } from '@stoa/contract/platform/projects'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { setProjectName } from './queries.ts'
import { readProject } from './read-project.ts'

export async function updateProject(
  context: Context,
  actor: Actor,
  { scope, name }: { scope: ProjectScope; name: string },
): Promise<ProjectDetail> {
  await context.session.transaction(async (tx) => {
    await setProjectName(tx, scope.projectId, name)
    await audit(tx, actor, {
      action: 'project.update',
      on: scope,
      metadata: { name },
    })
  })
  return readProject(context, actor.member, scope)
}
