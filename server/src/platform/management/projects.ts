import type { ManagedProject } from '@stoa/contract/platform/management'
import type { Member } from '../../project/member.ts'
import type { ProjectScope } from '../access/port.ts'
import type { Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { createProject, listProjects, readProject } from '../projects/port.ts'
import { toManagedProject } from './present.ts'

export async function listManagedProjects(
  context: Pick<Context, 'addresses' | 'engineVersion' | 'fleet' | 'session'>,
  member: Member,
): Promise<ManagedProject[]> {
  // Branches have a list of their own.
  const projects = (await listProjects(context, member)).filter(
    ({ parent_project_ref }) => parent_project_ref === null,
  )
  const instances = await context.fleet.list(projects.map(({ ref }) => ref))
  const byRef = new Map(instances.map((instance) => [instance.ref, instance]))
  return projects.map((project) => toManagedProject(context, project, byRef.get(project.ref)))
}

export async function readManagedProject(
  context: Context,
  member: Member,
  scope: ProjectScope,
): Promise<ManagedProject> {
  const [project, instance] = await Promise.all([
    readProject(context, member, scope),
    context.fleet.get(scope.ref),
  ])
  return toManagedProject(context, project, instance)
}

export async function createManagedProject(
  context: Context,
  actor: Actor,
  input: Parameters<typeof createProject>[2],
): Promise<ManagedProject> {
  const project = await createProject(context, actor, input)
  return toManagedProject(context, project, await context.fleet.get(project.ref))
}
