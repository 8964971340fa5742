import type { Project } from '@stoa/contract/platform/projects'
import type { Member } from '../../project/member.ts'
import { rowsInReach } from '../access/port.ts'
import { sortByName } from '../sort-by-name.ts'
import type { Context } from '../context.ts'
import { toProject } from './present.ts'
import { listEveryProject, listProjectsOf } from './queries.ts'

/** The projects of the caller's organizations, all of them for the operator credential, sorted by name. */
export async function listProjects(
  { session, fleet }: Pick<Context, 'fleet' | 'session'>,
  member: Member,
): Promise<Project[]> {
  const rows = await rowsInReach(member, {
    every: () => listEveryProject(session),
    ofPerson: (userId) => listProjectsOf(session, userId),
  })
  const instances = await fleet.list(rows.map(({ ref }) => ref))
  const byRef = new Map(instances.map((instance) => [instance.ref, instance]))
  return sortByName(rows.map((row) => toProject(row, byRef.get(row.ref))))
}
