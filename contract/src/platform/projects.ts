import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Abilities } from './permissions.ts'

/** The 15 states of SPEC 3. */
export const ProjectStatus = z.enum([
  'INACTIVE',
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'COMING_UP',
  'UNKNOWN',
  'GOING_DOWN',
  'INIT_FAILED',
  'REMOVED',
  'RESTARTING',
  'RESTORING',
  'RESTORE_FAILED',
  'UPGRADING',
  'PAUSING',
  'PAUSE_FAILED',
  'RESIZING',
])
export type ProjectStatus = z.infer<typeof ProjectStatus>

/** The reason of a failed state, and what to do about it. */
export const ProjectFailure = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().nullable(),
  failed_at: z.string(),
})
export type ProjectFailure = z.infer<typeof ProjectFailure>

export const Project = z.object({
  id: z.int(),
  ref: z.string(),
  name: z.string(),
  organization_id: z.int(),
  organization_slug: z.string(),
  status: ProjectStatus,
  /** Whether the database holds memory right now; a sleeping project wakes on its next request. */
  compute: z.enum(['running', 'sleeping', 'stopped']),
  region: z.string(),
  cloud_provider: z.string(),
  parent_project_ref: z.string().nullable(),
  preview_branch_refs: z.array(z.string()),
  inserted_at: z.string(),
})
export type Project = z.infer<typeof Project>

export const ProjectDetail = Project.extend({
  /** The engine's version in the format of SPEC 3, `supabase-postgres-18.4`. */
  dbVersion: z.string(),
  postgrestStatus: z.enum(['ONLINE', 'OFFLINE']),
  /** Empty until the database has come up once; contains `[YOUR-PASSWORD]` instead of the password. */
  connectionString: z.string(),
  failure: ProjectFailure.nullable(),
  /**
   * Sent as `x-connection-encrypted` with every database-metadata call. Sealed for this project and
   * this person, good for one hour; null for the operator credential, which needs none.
   */
  connection_handle: z.string().nullable(),
  endpoints: z.object({
    /** Works for every client, `http://localhost:8001/p/<ref>`. */
    api_url: z.string(),
    /**
     * The same API on its own host, for clients that resolve `<ref>.localhost`; null if there are
     * no subdomains.
     */
    host_api_url: z.string().nullable(),
    database_host: z.string(),
    database_port: z.int(),
    database_user: z.string(),
    database_name: z.string(),
  }),
  abilities: Abilities,
})
export type ProjectDetail = z.infer<typeof ProjectDetail>

export const ProjectName = z.string().trim().min(1).max(100)
/** SPEC 5: 100 characters are accepted, 101 refused. */
export const DatabasePassword = z.string().min(1).max(100, 'Maximum length of password exceeded')

const byRef = z.object({ ref: z.string() })

export const listProjects = endpoint({
  method: 'GET',
  path: '/platform/projects',
  access: 'signed-in',
  response: z.array(Project),
})

export const getProject = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}',
  access: 'project:read',
  params: byRef,
  response: ProjectDetail,
})

/**
 * Creates a project. The work is a durable job; the response waits for it briefly and says
 * COMING_UP if it takes longer. Access is decided for the organization in the body. Returns 400
 * `weak_password` below strength 4, 400 `unknown_region` for a region other than the
 * installation's, and 402 `project_limit_reached` where plan limits are enforced.
 */
export const createProject = endpoint({
  method: 'POST',
  path: '/platform/projects',
  access: 'signed-in',
  body: z.object({
    organization_slug: z.string(),
    name: ProjectName,
    db_pass: DatabasePassword,
    region: z.string().max(64).optional(),
  }),
  response: ProjectDetail,
  status: 201,
})

/** A project after it was renamed. */
export const RenamedProject = ProjectDetail.pick({ id: true, ref: true, name: true })
export type RenamedProject = z.infer<typeof RenamedProject>

export const updateProject = endpoint({
  method: 'PATCH',
  path: '/platform/projects/{ref}',
  access: 'project:update',
  params: byRef,
  body: z.object({ name: ProjectName }),
  response: RenamedProject,
})

/**
 * Deletes the database and everything in it. Returns 202 once the deletion is durable, 409
 * `project_has_branches` with the names of its branches unless `include_branches` is set, and 409
 * `branch_protected` while one of them is protected.
 */
export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/platform/projects/{ref}',
  access: 'project:delete',
  params: byRef,
  query: z.object({ include_branches: z.enum(['true', 'false']).optional() }),
  response: z.object({ ref: z.string(), status: ProjectStatus }),
  status: 202,
})

const statusOnly = z.object({ ref: z.string(), status: ProjectStatus })

export const pauseProject = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/pause',
  access: 'project:pause',
  params: byRef,
  response: statusOnly,
  status: 202,
})

/** Starts a paused project, or wakes a sleeping one. Returns 402 `project_limit_reached` as `createProject` does. */
export const resumeProject = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/resume',
  access: 'project:pause',
  params: byRef,
  response: statusOnly,
  status: 202,
})

export const restartProject = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/restart',
  access: 'project:pause',
  params: byRef,
  response: statusOnly,
  status: 202,
})

/** Retries the work that left the project in INIT_FAILED, PAUSE_FAILED, RESTORE_FAILED or ACTIVE_UNHEALTHY. */
export const retryProject = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/retry',
  access: 'project:pause',
  params: byRef,
  response: statusOnly,
  status: 202,
})

export const setDatabasePassword = endpoint({
  method: 'PUT',
  path: '/platform/projects/{ref}/database-password',
  access: 'key:read_secret',
  params: byRef,
  body: z.object({ password: DatabasePassword }),
  response: z.object({}),
})

/** Health of one service of a project. */
export const ServiceHealth = z.object({
  /** As in the project's addresses: `/<name>/v1`. */
  name: z.string(),
  title: z.string(),
  /** `sleeping` wakes on its next request; `stopped` does not. */
  status: z.enum(['healthy', 'unhealthy', 'sleeping', 'stopped']),
  error: z
    .object({ code: z.string(), message: z.string(), hint: z.string().nullable() })
    .nullable(),
})
export type ServiceHealth = z.infer<typeof ServiceHealth>

/** Checks every service of the project, in the dashboard's order. Wakes nothing. */
export const listServices = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/services',
  access: 'project:read',
  params: byRef,
  response: z.array(ServiceHealth),
})

/** Every section of the project's settings that a service declares, by its name. */
export const listSettings = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/config',
  access: 'project:read',
  params: byRef,
  response: z.record(z.string(), z.record(z.string(), z.unknown())),
})

/** One service's counters for one hour; the hour is its start in ISO 8601. */
export const UsageHour = z.object({
  service: z.string(),
  meter: z.string(),
  unit: z.enum(['count', 'bytes', 'milliseconds']),
  hour: z.string(),
  amount: z.number(),
})
export type UsageHour = z.infer<typeof UsageHour>

/** The counters of the last hours, up to 90 days of them, oldest first; hours without use have no row. */
export const listUsage = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/usage',
  access: 'project:read',
  params: byRef,
  query: z.object({ hours: z.coerce.number().int().min(1).max(2160).default(24) }),
  response: z.array(UsageHour),
})

/** One number of a project's overview, such as the size of its database. */
export const OverviewFigure = z.object({
  /** The service that reads it, and its name there: `meta` and `tables`. */
  service: z.string(),
  name: z.string(),
  title: z.string(),
  unit: z.enum(['count', 'bytes']),
  value: z.number(),
  /** Whether the number is an estimate, such as the planner's count of rows. */
  is_estimate: z.boolean(),
})
export type OverviewFigure = z.infer<typeof OverviewFigure>

/** Something about a project that needs its members' attention. */
export const OverviewNotice = z.object({
  service: z.string(),
  code: z.string(),
  severity: z.enum(['warning', 'info']),
  title: z.string(),
  hint: z.string(),
  /** The affected tables, at most ten of `count`; empty for a setting. */
  tables: z.array(z.object({ id: z.int(), schema: z.string(), name: z.string() })),
  count: z.int(),
})
export type OverviewNotice = z.infer<typeof OverviewNotice>

export const ProjectOverview = z.object({
  /** When the figures were read; null if the project has not run since it was created. */
  measured_at: z.string().nullable(),
  figures: z.array(OverviewFigure),
  notices: z.array(OverviewNotice),
  /** Whether the project's API has ever been called. */
  has_requests: z.boolean(),
  /** Tables of the project's default schema, largest first, at most ten: for samples. */
  sample_tables: z.array(z.string()),
})
export type ProjectOverview = z.infer<typeof ProjectOverview>

/**
 * The figures of a project, and problems that need attention. Figures of a running project are
 * current; those of a sleeping or paused one are the last that were read. Wakes nothing.
 */
export const getProjectOverview = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/overview',
  access: 'project:read',
  params: byRef,
  response: ProjectOverview,
})

/** How many active projects an organization has, and its plan's maximum. */
export const ProjectLimit = z.object({
  /** Null where there is no limit, or where the installation does not enforce it. */
  limit: z.int().nullable(),
  active: z.int(),
})

export const getProjectLimit = endpoint({
  method: 'GET',
  path: '/platform/organizations/{slug}/project-limit',
  access: 'organization:read',
  params: z.object({ slug: z.string() }),
  response: ProjectLimit,
})
