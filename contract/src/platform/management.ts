import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PlanId, OrganizationName } from './organizations.ts'
import { DatabasePassword, ProjectName } from './projects.ts'

/**
 * The platform's part of the Management API at `/v1`, which the official command line and other
 * tools call with a personal access token. Shapes and statuses are those of its OpenAPI document;
 * services add their own operations.
 */

export const ManagedOrganization = z.object({
  /** The slug, which every other operation takes as `organization_id` or `organization_slug`. */
  id: z.string(),
  slug: z.string(),
  name: z.string(),
})

/** The states of the Management API. A project that is being resized counts as restarting. */
export const ManagedStatus = z.enum([
  'INACTIVE',
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'COMING_UP',
  'UNKNOWN',
  'GOING_DOWN',
  'INIT_FAILED',
  'REMOVED',
  'RESTORING',
  'UPGRADING',
  'PAUSING',
  'RESTORE_FAILED',
  'RESTARTING',
  'PAUSE_FAILED',
])

export const ManagedProject = z.object({
  /** The ref, like `ref`. */
  id: z.string(),
  ref: z.string(),
  organization_id: z.string(),
  organization_slug: z.string(),
  name: z.string(),
  region: z.string(),
  created_at: z.string(),
  status: ManagedStatus,
  database: z.object({
    host: z.string(),
    version: z.string(),
    postgres_engine: z.string(),
    release_channel: z.literal('ga'),
  }),
})
export type ManagedProject = z.infer<typeof ManagedProject>

const byRef = z.object({ ref: z.string() })
const bySlug = z.object({ slug: z.string() })

export const readManagedProfile = endpoint({
  method: 'GET',
  path: '/v1/profile',
  access: 'signed-in',
  response: z.object({ gotrue_id: z.string(), primary_email: z.string(), username: z.string() }),
})

export const listManagedOrganizations = endpoint({
  method: 'GET',
  path: '/v1/organizations',
  access: 'signed-in',
  response: z.array(ManagedOrganization),
})

export const createManagedOrganization = endpoint({
  method: 'POST',
  path: '/v1/organizations',
  access: 'signed-in',
  body: z.object({ name: OrganizationName }),
  response: ManagedOrganization,
  status: 201,
})

export const readManagedOrganization = endpoint({
  method: 'GET',
  path: '/v1/organizations/{slug}',
  access: 'organization:read',
  params: bySlug,
  response: z.object({
    id: z.string(),
    name: z.string(),
    plan: PlanId,
    opt_in_tags: z.array(z.string()),
    allowed_release_channels: z.array(z.string()),
  }),
})

export const listManagedMembers = endpoint({
  method: 'GET',
  path: '/v1/organizations/{slug}/members',
  access: 'member:read',
  params: bySlug,
  response: z.array(
    z.object({
      user_id: z.string(),
      user_name: z.string(),
      email: z.string(),
      role_name: z.string(),
    }),
  ),
})

export const listManagedProjects = endpoint({
  method: 'GET',
  path: '/v1/projects',
  access: 'signed-in',
  response: z.array(ManagedProject),
})

/**
 * Creates a project. `region` and `desired_instance_size`, which the official command line always
 * sends, have no effect: an installation has one region, which the response names.
 */
export const createManagedProject = endpoint({
  method: 'POST',
  path: '/v1/projects',
  access: 'signed-in',
  body: z
    .object({
      name: ProjectName,
      db_pass: DatabasePassword,
      organization_slug: z.string().optional(),
      organization_id: z.string().optional(),
    })
    .refine(
      ({ organization_slug, organization_id }) =>
        (organization_slug ?? organization_id) !== undefined,
      'organization_slug is missing',
    ),
  response: ManagedProject,
  status: 201,
})

export const readManagedProject = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}',
  access: 'project:read',
  params: byRef,
  response: ManagedProject,
})

const ProjectId = z.object({ id: z.int(), ref: z.string(), name: z.string() })

export const updateManagedProject = endpoint({
  method: 'PATCH',
  path: '/v1/projects/{ref}',
  access: 'project:update',
  params: byRef,
  body: z.object({ name: ProjectName }),
  response: ProjectId,
})

export const deleteManagedProject = endpoint({
  method: 'DELETE',
  path: '/v1/projects/{ref}',
  access: 'project:delete',
  params: byRef,
  response: ProjectId,
})

export const pauseManagedProject = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/pause',
  access: 'project:pause',
  params: byRef,
  response: z.object({}),
})

/** Starts a paused project. */
export const restoreManagedProject = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/restore',
  access: 'project:pause',
  params: byRef,
  response: z.object({}),
})

export const ManagedApiKey = z.object({
  id: z.string().nullable(),
  type: z.enum(['legacy', 'publishable', 'secret']),
  name: z.string(),
  description: z.string().nullable(),
  /** Null for a secret that the request does not reveal. */
  api_key: z.string().nullable(),
  prefix: z.string().nullable(),
  inserted_at: z.string().nullable(),
})
export type ManagedApiKey = z.infer<typeof ManagedApiKey>

/**
 * The project's keys. With `reveal=true`, callers who can read secrets get their values, and the
 * access is recorded in the audit log; others get 403 `forbidden`.
 */
export const listManagedApiKeys = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/api-keys',
  access: 'key:read_public',
  params: byRef,
  query: z.object({ reveal: z.enum(['true', 'false']).optional() }),
  response: z.array(ManagedApiKey),
})

/** `services` names services as the hosted platform does, separated by commas or repeated. */
export const readManagedHealth = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/health',
  access: 'project:read',
  params: byRef,
  query: z.object({ services: z.union([z.string(), z.array(z.string())]).optional() }),
  response: z.array(
    z.object({
      name: z.string(),
      healthy: z.boolean(),
      status: z.enum(['COMING_UP', 'ACTIVE_HEALTHY', 'UNHEALTHY']),
      error: z.string().optional(),
    }),
  ),
})

/**
 * Where programs connect to the database and its read replicas: one address for all projects, with
 * `postgres.<ref>` or `postgres.<identifier>` as the user.
 */
export const readManagedPooler = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/config/database/pooler',
  access: 'project:read',
  params: byRef,
  response: z.array(
    z.object({
      identifier: z.string(),
      database_type: z.enum(['PRIMARY', 'READ_REPLICA']),
      is_using_scram_auth: z.boolean(),
      db_user: z.string(),
      db_host: z.string(),
      db_port: z.int(),
      db_name: z.string(),
      /** Contains `[YOUR-PASSWORD]` instead of the password. */
      connection_string: z.string(),
      connectionString: z.string(),
      default_pool_size: z.null(),
      max_client_conn: z.null(),
      pool_mode: z.literal('session'),
    }),
  ),
})

/** The add-ons of a project. An installation sells none: every project has what the machine has. */
export const listManagedAddons = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/billing/addons',
  access: 'project:read',
  params: byRef,
  response: z.object({
    selected_addons: z.array(z.never()),
    available_addons: z.array(z.never()),
  }),
})

/** `user` is private, `project` is shared with the members of the project. */
export const ManagedSnippet = z.object({
  id: z.uuid(),
  inserted_at: z.string(),
  updated_at: z.string(),
  type: z.literal('sql'),
  visibility: z.enum(['user', 'project', 'org', 'public']),
  name: z.string(),
  description: z.string().nullable(),
  project: z.object({ id: z.number(), name: z.string() }),
  owner: z.object({ id: z.number(), username: z.string() }),
  updated_by: z.object({ id: z.number(), username: z.string() }),
  favorite: z.boolean(),
})
export type ManagedSnippet = z.infer<typeof ManagedSnippet>

/** The caller's own and the shared queries, of one project or of all that the caller can read. */
export const listManagedSnippets = endpoint({
  method: 'GET',
  path: '/v1/snippets',
  access: 'signed-in',
  query: z.object({
    project_ref: z.string().optional(),
    cursor: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(100),
    sort_by: z.enum(['name', 'inserted_at']).default('inserted_at'),
    sort_order: z.enum(['asc', 'desc']).default('desc'),
  }),
  response: z.object({ data: z.array(ManagedSnippet), cursor: z.string().optional() }),
})

export const readManagedSnippet = endpoint({
  method: 'GET',
  path: '/v1/snippets/{id}',
  access: 'signed-in',
  params: z.object({ id: z.uuid() }),
  response: ManagedSnippet.extend({
    content: z.object({ schema_version: z.string(), sql: z.string() }),
  }),
})
