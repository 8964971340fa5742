import type { BranchContent } from '@stoa/contract/platform/branches'
import type { ProjectDetail } from '@stoa/contract/platform/projects'
import type { CopyOrigin } from '../../fleet/copies/origins.ts'
import type { ProjectScope } from '../access/port.ts'
import { requireRules } from '../anonymization/port.ts'
import { audit, type Actor } from '../audit.ts'
import { requireCopyable } from '../branches/port.ts'
import type { Context } from '../context.ts'
import { createProject } from '../projects/port.ts'

export type Clone = {
  readonly scope: ProjectScope
  readonly organization_slug: string
  readonly name: string
  readonly db_pass: string
  readonly content: BranchContent
}

/**
 * Creates an independent project with the data of another one. Its records, the audit rows in both
 * organizations and the job that copies the data are one transaction.
 */
export async function cloneProject(
  context: Context,
  actor: Actor,
  { scope, content, ...project }: Clone,
): Promise<ProjectDetail> {
  await requireCopyable(context.fleet, scope.ref)
  return createProject(context, actor, {
    ...project,
    origin: await originOf(context, scope, content),
    within: (tx, ref) =>
      audit(tx, actor, {
        action: 'project.clone',
        on: scope,
        target: ref,
        metadata: { name: project.name, organization: project.organization_slug, content },
      }),
  })
}

async function originOf(
  { session }: Pick<Context, 'session'>,
  { ref, projectId }: ProjectScope,
  content: BranchContent,
): Promise<CopyOrigin> {
  if (content !== 'anonymized') return { kind: 'copy', ref, content }
  return { kind: 'copy', ref, content, rules: [...(await requireRules(session, projectId))] }
}
