import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { projectNotFound, type ProjectScope } from '../access/access.ts'
import type { Context } from '../context.ts'
import { toProjectDetail } from './present.ts'
import { findProjectRow } from './queries.ts'

export async function readProject(context: Context, scope: ProjectScope): Promise<ProjectDetail> {
  const [row, instance] = await Promise.all([
    findProjectRow(context.session, scope.projectId),
    context.fleet.get(scope.ref),
  ])
  if (!row) throw projectNotFound()
  return toProjectDetail(context, row, { instance, standing: scope.standing })
}
