import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectFailure, ProjectStatus } from './projects.ts'
import { Moment } from './values.ts'

/** The name under which a project itself is listed among its branches. */
export const DEFAULT_BRANCH = 'main'
/** The maximum number of branches of one project, those of its branches included. */
export const MAX_BRANCHES = 20
/** The latest expiry of a preview branch, in days from now. */
export const MAX_BRANCH_DAYS = 365

/** A name with the characters that Git allows in a branch without quoting. */
export const BranchName = z
  .string()
  .min(1)
  .max(100)
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9._/-]*[A-Za-z0-9_-])?$/,
    'Use letters, digits, ".", "_", "-" and "/". Begin with a letter or digit.',
  )
  .refine((name) => !/\.\.|\/\/|\/\.|\.\//.test(name), 'Use no two of "." and "/" in a row.')

const GitBranch = z.string().min(1).max(250)

/**
 * `schema` copies the structure of the database and leaves its tables empty. `anonymized` copies all
 * rows and replaces the values that the rules of the project name.
 */
export const BranchContent = z.enum(['data', 'schema', 'anonymized'])
export type BranchContent = z.infer<typeof BranchContent>

/** A project that is a copy of another one, or, as the default branch, the project itself. */
export const Branch = z.object({
  id: z.uuid(),
  name: z.string(),
  /** A branch is a project of its own, with this ref. */
  project_ref: z.string(),
  /** The project or branch that it was copied from; null for the default branch. */
  parent_project_ref: z.string().nullable(),
  is_default: z.boolean(),
  /** A preview branch can expire; a persistent one stays until somebody deletes it. */
  is_persistent: z.boolean(),
  /** Whether it can only be deleted after somebody has removed the protection. */
  is_protected: z.boolean(),
  content: BranchContent,
  /** The past moment of its parent that it was copied from; null for the present of its creation. */
  copied_from: z.string().nullable(),
  /** When its data was last replaced with a fresh copy of its parent's; null if never. */
  reset_at: z.string().nullable(),
  git_branch: z.string().nullable(),
  status: ProjectStatus,
  failure: ProjectFailure.nullable(),
  /** The name or email address of the person who created it; null for others and deleted accounts. */
  created_by: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  expires_at: z.string().nullable(),
  deletion_scheduled_at: z.string().nullable(),
})
export type Branch = z.infer<typeof Branch>

const byRef = z.object({ ref: z.string() })

/** Every branch of the project that the ref belongs to: the project itself, persistent ones, previews. */
export const listBranches = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/branches',
  access: 'branch:read',
  params: byRef,
  response: z.array(Branch),
})

/**
 * Creates a branch of the project or branch with this ref. The copy is a durable job; the response
 * says COMING_UP until it is done. Persistent branches need `branch:manage`. Returns 409
 * `branch_name_taken`, `too_many_branches` or `branch_source_not_ready`, 409 `no_anonymize_rules` for
 * anonymized content without rules, 409 `moment_unreachable` for a time that the backups of the
 * source do not reach, 400 `invalid_branch_expiry`, and 402 `plan_too_small` where plan limits are enforced.
 */
export const createBranch = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/branches',
  access: 'branch:write',
  params: byRef,
  body: z
    .object({
      name: BranchName,
      content: BranchContent,
      /** A past moment of the source, from its backups, to copy instead of the present. */
      copied_from: Moment.nullable().default(null),
      git_branch: GitBranch.nullable().default(null),
      is_persistent: z.boolean().default(false),
      expires_at: Moment.nullable().default(null),
    })
    .refine(
      ({ is_persistent, expires_at }) => !is_persistent || expires_at === null,
      'A persistent branch has no expires_at.',
    ),
  response: Branch,
  status: 201,
})

/**
 * Changes a branch, by its own ref. Persistence and protection need `branch:manage`, as does every
 * change of a persistent or protected branch. A branch that becomes persistent loses its expiry.
 */
export const updateBranch = endpoint({
  method: 'PATCH',
  path: '/platform/branches/{ref}',
  access: 'branch:write',
  params: byRef,
  body: z.object({
    name: BranchName.optional(),
    git_branch: GitBranch.nullable().optional(),
    is_persistent: z.boolean().optional(),
    is_protected: z.boolean().optional(),
    expires_at: Moment.nullable().optional(),
  }),
  response: Branch,
})

/**
 * Deletes a branch with its database and files, by its own ref. Returns 409 `branch_protected` if it
 * or a branch of it is protected, and 409 `project_has_branches` with their names unless
 * `include_branches` is set. Persistent branches need `branch:manage`.
 */
export const deleteBranch = endpoint({
  method: 'DELETE',
  path: '/platform/branches/{ref}',
  access: 'branch:write',
  params: byRef,
  query: z.object({ include_branches: z.enum(['true', 'false']).optional() }),
  response: z.object({ ref: z.string(), status: ProjectStatus }),
  status: 202,
})

/** Cancels the scheduled deletion of a branch. Does nothing if none is scheduled. */
export const restoreBranch = endpoint({
  method: 'POST',
  path: '/platform/branches/{ref}/restore',
  access: 'branch:write',
  params: byRef,
  response: Branch,
})

/**
 * Replaces the data of a branch with a fresh copy of its parent's, with the same content as at its
 * creation. Its ref, keys, settings and functions stay. The copy is a durable job; the status is
 * RESTORING until it is done. If it fails, the former data comes back. Persistent branches need
 * `branch:manage`. Returns 409 `branch_reset_protected`, `branch_source_not_ready`, `project_busy` or
 * `restore_unconfirmed`.
 */
export const resetBranch = endpoint({
  method: 'POST',
  path: '/platform/branches/{ref}/reset',
  access: 'branch:write',
  params: byRef,
  response: Branch,
  status: 202,
})
