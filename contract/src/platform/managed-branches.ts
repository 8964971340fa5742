import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { BranchName } from './branches.ts'
import { ProjectStatus } from './projects.ts'

/** The operations of the Management API for branches, with its shapes and statuses. */

/** The deprecated status of a branch: what its creation has done. */
const CreationStatus = z.enum([
  'CREATING_PROJECT',
  'RUNNING_MIGRATIONS',
  'MIGRATIONS_PASSED',
  'MIGRATIONS_FAILED',
  'FUNCTIONS_DEPLOYED',
  'FUNCTIONS_FAILED',
])

export const ManagedBranch = z.object({
  id: z.uuid(),
  name: z.string(),
  project_ref: z.string(),
  /** The project that the branch belongs to; its own ref for the default branch. */
  parent_project_ref: z.string(),
  is_default: z.boolean(),
  git_branch: z.string().optional(),
  persistent: z.boolean(),
  status: CreationStatus,
  created_at: z.string(),
  updated_at: z.string(),
  with_data: z.boolean(),
  deletion_scheduled_at: z.string().optional(),
  preview_project_status: ProjectStatus,
})
export type ManagedBranch = z.infer<typeof ManagedBranch>

const byRef = z.object({ ref: z.string() })
/** The ref of a branch, or its deprecated UUID. */
const byIdOrRef = z.object({ branch_id_or_ref: z.string().max(64) })
const GitBranch = z.string().max(250)
/** This installation calls no URL when a branch changes. */
const noNotifyUrl = z.undefined('notify_url is not supported.').optional()

export const listManagedBranches = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/branches',
  access: 'branch:read',
  params: byRef,
  response: z.array(ManagedBranch),
})

/**
 * Creates a branch. As on the hosted platform it is without data unless `with_data` says otherwise.
 * The region, size, engine and channel have no effect: a branch has those of its project.
 */
export const createManagedBranch = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/branches',
  access: 'branch:write',
  params: byRef,
  body: z.object({
    branch_name: BranchName,
    git_branch: GitBranch.optional(),
    is_default: z.literal(false, 'The project itself is the default branch.').optional(),
    persistent: z.boolean().optional(),
    with_data: z.boolean().optional(),
    secrets: z.undefined('Set the secrets of the branch after its creation.').optional(),
    notify_url: noNotifyUrl,
  }),
  response: ManagedBranch,
  status: 201,
})

/** Deletes every branch of a project. */
export const deleteManagedBranches = endpoint({
  method: 'DELETE',
  path: '/v1/projects/{ref}/branches',
  access: 'branch:write',
  params: byRef,
  response: z.object({}),
})

export const readManagedBranch = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/branches/{name}',
  access: 'branch:read',
  params: z.object({ ref: z.string(), name: z.string().max(100) }),
  response: ManagedBranch,
})

/** The address of a branch; with its secrets for callers who can read them, which is recorded. */
export const readManagedBranchConfig = endpoint({
  method: 'GET',
  path: '/v1/branches/{branch_id_or_ref}',
  access: 'signed-in',
  params: byIdOrRef,
  response: z.object({
    ref: z.string(),
    postgres_version: z.string(),
    postgres_engine: z.string(),
    release_channel: z.string(),
    status: ProjectStatus,
    db_host: z.string(),
    db_port: z.int(),
    db_user: z.string().optional(),
    db_pass: z.string().optional(),
    jwt_secret: z.string().optional(),
  }),
})

export const updateManagedBranch = endpoint({
  method: 'PATCH',
  path: '/v1/branches/{branch_id_or_ref}',
  access: 'signed-in',
  params: byIdOrRef,
  body: z.object({
    branch_name: BranchName.optional(),
    git_branch: GitBranch.optional(),
    persistent: z.boolean().optional(),
    notify_url: noNotifyUrl,
  }),
  response: ManagedBranch,
})

/** Deletes a branch now, or in an hour with `force=false`. */
export const deleteManagedBranch = endpoint({
  method: 'DELETE',
  path: '/v1/branches/{branch_id_or_ref}',
  access: 'signed-in',
  params: byIdOrRef,
  query: z.object({ force: z.enum(['true', 'false']).optional() }),
  response: z.object({ message: z.literal('ok') }),
})

/** Cancels the scheduled deletion of a branch. */
export const restoreManagedBranch = endpoint({
  method: 'POST',
  path: '/v1/branches/{branch_id_or_ref}/restore',
  access: 'signed-in',
  params: byIdOrRef,
  response: z.object({ message: z.literal('Branch restoration initiated') }),
})

/**
 * The SQL of the branch's changes, which a merge would run on its parent. `included_schemas` are
 * names with commas between them. There is one engine, so `pgdelta` changes nothing.
 */
export const diffManagedBranch = endpoint({
  method: 'GET',
  path: '/v1/branches/{branch_id_or_ref}/diff',
  access: 'signed-in',
  params: byIdOrRef,
  query: z.object({
    included_schemas: z.string().max(5000).optional(),
    pgdelta: z.enum(['true', 'false']).optional(),
  }),
  response: z.string(),
})

/**
 * Merges the schema changes of a branch into its parent, and responds when they are committed.
 * Returns 409 `merge_conflicts`, `merge_running` or `merge_failed`.
 */
export const mergeManagedBranch = endpoint({
  method: 'POST',
  path: '/v1/branches/{branch_id_or_ref}/merge',
  access: 'signed-in',
  params: byIdOrRef,
  body: z.object({
    // A merge takes over the schema as it is, not the migrations one by one.
    migration_version: z.undefined('A branch can only be merged as a whole.').optional(),
  }),
  response: z.object({ workflow_run_id: z.string(), message: z.literal('ok') }),
  status: 201,
})

/**
 * Replaces the data of a branch with a fresh copy of its parent's, in a job that continues after the
 * response. Returns 409 `branch_reset_protected`, `branch_source_not_ready` or `project_busy`.
 */
export const resetManagedBranch = endpoint({
  method: 'POST',
  path: '/v1/branches/{branch_id_or_ref}/reset',
  access: 'signed-in',
  params: byIdOrRef,
  body: z.object({
    // The parent's schema is copied as it is, not made from its migrations.
    migration_version: z.undefined('A branch can only be reset to all of its parent.').optional(),
  }),
  response: z.object({ workflow_run_id: z.string(), message: z.literal('ok') }),
  status: 201,
})
