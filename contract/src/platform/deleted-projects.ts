import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectStatus } from './projects.ts'

/** A deleted project whose data is still kept. */
export const DeletedProject = z.object({
  ref: z.string(),
  name: z.string(),
  deleted_at: z.string(),
  /** From this time on, its data is removed and cannot be restored. */
  kept_until: z.string(),
})
export type DeletedProject = z.infer<typeof DeletedProject>

const inOrganization = z.object({ slug: z.string() })
/** The project is no longer addressed by its ref, so its access is that of the organization. */
const deletedProject = inOrganization.extend({ project: z.string() })
const outcome = z.object({ ref: z.string(), status: ProjectStatus })

/** The projects of an organization that were deleted in the last seven days, the latest first. */
export const listDeletedProjects = endpoint({
  method: 'GET',
  path: '/platform/organizations/{slug}/deleted-projects',
  access: 'project:delete',
  params: inOrganization,
  response: z.array(DeletedProject),
})

/**
 * Brings a deleted project back, with its data, its files and its keys. Returns 409
 * `project_not_kept` if its removal has begun, and 402 `project_limit_reached` as `createProject` does.
 */
export const restoreDeletedProject = endpoint({
  method: 'POST',
  path: '/platform/organizations/{slug}/deleted-projects/{project}/restore',
  access: 'project:delete',
  params: deletedProject,
  response: outcome,
  status: 202,
})

/** Removes a deleted project with its data and its backups before its time is over. */
export const removeDeletedProject = endpoint({
  method: 'DELETE',
  path: '/platform/organizations/{slug}/deleted-projects/{project}',
  access: 'project:delete',
  params: deletedProject,
  response: outcome,
  status: 202,
})
