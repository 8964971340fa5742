import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { BranchContent } from './branches.ts'
import { DatabasePassword, ProjectDetail, ProjectName } from './projects.ts'

/**
 * Creates an independent project with the data, files, functions and settings of this one, in an
 * organization in which the caller has `project:create` as well. Keys and passwords are new, users
 * have to sign in again, and cron jobs and webhooks are switched off. The copy is a durable job; the
 * response says COMING_UP until it is done. Returns 409 `branch_source_not_ready`, 409
 * `no_anonymize_rules`, and 402 `project_limit_reached` by the organization.
 */
export const cloneProject = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/clone',
  access: 'project:create',
  params: z.object({ ref: z.string() }),
  body: z.object({
    organization_slug: z.string().max(100),
    name: ProjectName,
    db_pass: DatabasePassword,
    content: BranchContent.default('data'),
  }),
  response: ProjectDetail,
  status: 201,
})
