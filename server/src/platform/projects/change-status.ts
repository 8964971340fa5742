import type { ProjectStatus } from '@stoa/contract/platform/projects'
import type { ProjectScope } from '../access/access.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'

/** Hands a status command to the fleet, whose transition table takes or refuses it. */
export async function changeStatus(
  { session, fleet }: Context,
  actor: Actor,
  { scope, command }: { scope: ProjectScope; command: 'pause' | 'resume' | 'restart' | 'retry' },
): Promise<{ ref: string; status: ProjectStatus }> {
  const { ref, status } = await fleet[command](scope.ref)
  await audit(session, actor, {
    action: `project.${command}`,
    organizationSlug: scope.slug,
    projectRef: scope.ref,
  })
  return { ref, status }
}
