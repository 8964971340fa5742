import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { AppError } from '../../lib/errors.ts'
import { projectNotFound } from '../../project/refusals.ts'
import type { Member } from '../../project/member.ts'
import type { ProjectScope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { toProjectDetail } from './present.ts'
import { findProjectRow } from './queries.ts'

/** A project as the caller sees it, with a fresh connection handle. */
export async function readProject(
  context: Context,
  member: Member,
  scope: ProjectScope,
): Promise<ProjectDetail> {
  const [row, instance, settings] = await Promise.all([
    findProjectRow(context.session, scope.projectId),
    context.fleet.get(scope.ref),
    context.fleet.settings(scope.ref).catch(undefinedWhereDeleted),
  ])
  if (!row) throw projectNotFound()
  return toProjectDetail(context, row, {
    instance,
    isDataApiEnabled: settings?.of(dataApiSettings).enabled ?? false,
    standing: scope.standing,
    member,
  })
}

/** The record of a deleted project outlives its settings. */
function undefinedWhereDeleted(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'project_not_found') return undefined
  throw error
}
