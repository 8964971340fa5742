import { z } from 'zod'
import { endpoint, LARGE_BODY_BYTES } from '../../endpoint.ts'
import { FunctionSlug, MAX_FUNCTION_SECRETS, TOO_MANY_SECRETS } from './members.ts'

/** A function as the Management API describes it. */
export const ManagedFunction = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  status: z.literal('ACTIVE'),
  version: z.int(),
  /** Milliseconds since 1970. */
  created_at: z.int(),
  updated_at: z.int(),
  verify_jwt: z.boolean(),
  import_map: z.boolean(),
  entrypoint_path: z.string(),
  import_map_path: z.string().optional(),
  ezbr_sha256: z.string(),
})

const byRef = z.object({ ref: z.string() })
const bySlug = byRef.extend({ function_slug: z.string() })
const Changes = z
  .strictObject({
    name: z.string().min(1).max(100),
    verify_jwt: z.boolean(),
    /** The code of the function, as its only file. */
    body: z.string(),
  })
  .partial()

export const listManagedFunctions = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/functions',
  access: 'functions:read',
  params: byRef,
  response: z.array(ManagedFunction),
})
export const createManagedFunction = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/functions',
  access: 'functions:write',
  params: byRef,
  body: Changes.required({ name: true, body: true }).extend({ slug: FunctionSlug }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: ManagedFunction,
  status: 201,
})
export const readManagedFunction = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/functions/{function_slug}',
  access: 'functions:read',
  params: bySlug,
  response: ManagedFunction,
})
export const updateManagedFunction = endpoint({
  method: 'PATCH',
  path: '/v1/projects/{ref}/functions/{function_slug}',
  access: 'functions:write',
  params: bySlug,
  body: Changes,
  maxBodyBytes: LARGE_BODY_BYTES,
  response: ManagedFunction,
})
export const deleteManagedFunction = endpoint({
  method: 'DELETE',
  path: '/v1/projects/{ref}/functions/{function_slug}',
  access: 'functions:write',
  params: bySlug,
  response: z.object({}),
})
export const listManagedSecrets = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/secrets',
  access: 'secrets:read',
  params: byRef,
  response: z.array(z.object({ name: z.string(), value: z.string(), updated_at: z.string() })),
})
export const setManagedSecrets = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/secrets',
  access: 'secrets:write',
  params: byRef,
  body: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .max(MAX_FUNCTION_SECRETS, TOO_MANY_SECRETS),
  response: z.object({}),
  status: 201,
})
export const removeManagedSecrets = endpoint({
  method: 'DELETE',
  path: '/v1/projects/{ref}/secrets',
  access: 'secrets:write',
  params: byRef,
  body: z.array(z.string()).max(MAX_FUNCTION_SECRETS, TOO_MANY_SECRETS),
  response: z.object({}),
})

/**
 * The body is multipart/form-data with the field `metadata` and files named `file`. With `bundleOnly`
 * the version is stored and not activated, which `activateManagedFunctions` does for several at once.
 */
export const deployManagedFunction = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/functions/deploy',
  access: 'functions:write',
  params: byRef,
  query: z.object({ slug: FunctionSlug, bundleOnly: z.enum(['true', 'false']).optional() }),
  response: ManagedFunction,
  status: 201,
})

/** Activates versions of several functions in one step, or none of them. 404 `version_not_found`. */
export const activateManagedFunctions = endpoint({
  method: 'PUT',
  path: '/v1/projects/{ref}/functions',
  access: 'functions:write',
  params: byRef,
  body: z
    .array(
      z.object({
        slug: FunctionSlug,
        version: z.int(),
        name: z.string().min(1).max(100).optional(),
        verify_jwt: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(500),
  response: z.object({ functions: z.array(ManagedFunction) }),
})

const Statistics = z.object({
  /** The beginning of the minute or hour, ISO 8601. */
  timestamp: z.string(),
  requests_count: z.int(),
  success_count: z.int(),
  redirect_count: z.int(),
  client_err_count: z.int(),
  server_err_count: z.int(),
  /** Milliseconds; null without requests. */
  avg_execution_time: z.number().nullable(),
  max_execution_time: z.number().nullable(),
  avg_cpu_time_used: z.number().nullable(),
  max_cpu_time_used: z.number().nullable(),
  /** Megabytes; null if none was measured. */
  avg_memory_used: z.number().nullable(),
  log_count: z.int(),
  log_info_count: z.int(),
  log_warn_count: z.int(),
  log_error_count: z.int(),
})
export type FunctionStatistics = z.infer<typeof Statistics>

/**
 * Metrics of a function for each minute of the interval, or for each hour of a day, oldest first.
 * Intervals without events are left out. 404 `edge_function_not_found`.
 */
export const readFunctionStatistics = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/analytics/endpoints/functions.combined-stats',
  access: 'functions:read',
  params: byRef,
  query: z.object({
    interval: z.enum(['15min', '1hr', '3hr', '1day']),
    function_id: z.string(),
  }),
  response: z.object({ result: z.array(Statistics) }),
})

/** The files of the active version as multipart/form-data. */
export const readManagedFunctionBody = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/functions/{function_slug}/body',
  access: 'functions:read',
  params: bySlug,
  response: z.unknown(),
})
