import { z } from 'zod'
import { endpoint, LARGE_BODY_BYTES } from '../../endpoint.ts'

declare module '../../platform/permissions.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    /** List functions and their versions, and read their code. */
    'functions:read': true
    /** Deploy, change and delete functions. */
    'functions:write': true
    /** List the names and digests of the secrets of functions. */
    'secrets:read': true
    /** Set and remove the secrets of functions. */
    'secrets:write': true
  }
}

/** The maximum size of all files of a version together. */
export const MAX_BUNDLE_BYTES = 20 * 1024 * 1024
export const MAX_FUNCTION_FILE_BYTES = 10 * 1024 * 1024
export const MAX_FUNCTION_FILES = 500
/** The maximum number of secrets of a project. */
export const MAX_FUNCTION_SECRETS = 500
export const TOO_MANY_SECRETS = `must contain at most ${MAX_FUNCTION_SECRETS} secrets`
export const MAX_FUNCTION_SLUG = 48
export const MAX_FUNCTION_DESCRIPTION = 500

export const FunctionSlug = z
  .string()
  .max(MAX_FUNCTION_SLUG)
  .regex(
    /^[A-Za-z][A-Za-z0-9_-]*$/,
    'The name begins with a letter and contains letters, digits, "_" and "-"',
  )

export const DeployedFunction = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  /** The function's purpose; empty if there is no description. */
  description: z.string(),
  status: z.literal('ACTIVE'),
  verify_jwt: z.boolean(),
  /** The number of the active version. */
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type DeployedFunction = z.infer<typeof DeployedFunction>

export const DeployedVersion = z.object({
  version: z.int(),
  is_active: z.boolean(),
  created_at: z.string(),
  /**
   * The address of the account that deployed it, or `Functions folder` for the watched folder of a
   * self-hosted installation; null for the command line of the installation.
   */
  created_by: z.string().nullable(),
  bytes: z.int(),
  entrypoint_path: z.string(),
  import_map_path: z.string().nullable(),
})
export type DeployedVersion = z.infer<typeof DeployedVersion>

/** A file that is not UTF-8 text has the encoding `base64`. */
export const FunctionFile = z.object({
  path: z.string(),
  content: z.string(),
  encoding: z.enum(['utf8', 'base64']).default('utf8'),
})

export const FunctionSecret = z.object({
  name: z.string(),
  /** SHA-256 of the value, as hexadecimal digits. */
  digest: z.string(),
  updated_at: z.string(),
})
export type FunctionSecret = z.infer<typeof FunctionSecret>

const byRef = z.object({ ref: z.string() })
const bySlug = byRef.extend({ function_slug: z.string() })
const byVersion = bySlug.extend({ version: z.coerce.number().int().min(1) })

export const listFunctions = endpoint({
  method: 'GET',
  path: '/platform/functions/{ref}/functions',
  access: 'functions:read',
  params: byRef,
  response: z.array(DeployedFunction),
})

export const readFunction = endpoint({
  method: 'GET',
  path: '/platform/functions/{ref}/functions/{function_slug}',
  access: 'functions:read',
  params: bySlug,
  response: DeployedFunction,
})

/** The role or user as which a member tests a function; `token` is a user's own access token. */
export const TestRole = z.enum(['anon', 'service_role', 'token'])
export type TestRole = z.infer<typeof TestRole>

/** Limits of a test: how much of a response it keeps, and how long it waits for it. */
export const MAX_TESTED_BYTES = 1024 * 1024
export const TEST_TIMEOUT_MS = 60_000

const HeaderPair = z.tuple([
  z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/, 'is not a name of a header'),
  z
    .string()
    .max(8192)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'contains a character that headers cannot have'),
])

/**
 * Calls a function as its clients do, and returns its response as data, so that none of it runs in
 * the dashboard. A test is an invocation like any other. 504 `test_timeout` if the response is not
 * complete within a minute.
 */
export const testFunction = endpoint({
  method: 'POST',
  path: '/platform/functions/{ref}/functions/{function_slug}/test',
  access: 'functions:write',
  params: bySlug,
  body: z.object({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']),
    /** The part of the URL after the function's name: a path, a query, or both. */
    path: z
      .string()
      .max(8192)
      .regex(/^([/?][!-~]*)?$/, 'must begin with "/" or "?" and contain no spaces'),
    headers: z.array(HeaderPair).max(50),
    body: z.string().max(1_000_000).nullable(),
    role: TestRole,
    token: z
      .string()
      .max(8192)
      .regex(/^[!-~]*$/, 'contains a character that tokens cannot have')
      .optional(),
  }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: z.object({
    status: z.int(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    /** Text, or base64 for a body that is not UTF-8. */
    body: z.string(),
    encoding: z.enum(['utf8', 'base64']),
    /** Whether the response was longer than the part that is kept. */
    is_cut: z.boolean(),
    duration_ms: z.number(),
  }),
})
export type FunctionTest = z.infer<NonNullable<typeof testFunction.body>>
export type FunctionTestResult = z.infer<typeof testFunction.response>

export const FunctionFiles = z.strictObject({
  files: z.array(FunctionFile).min(1),
  entrypoint_path: z.string().default('index.ts'),
  import_map_path: z.string().optional(),
})

/** Stores the files as a new version and activates it. */
export const deployFunction = endpoint({
  method: 'POST',
  path: '/platform/functions/{ref}/functions/{function_slug}/versions',
  access: 'functions:write',
  params: byRef.extend({ function_slug: FunctionSlug }),
  body: FunctionFiles.extend({
    /** Unchanged when absent; the slug for a new function. */
    name: z.string().min(1).max(100).optional(),
    /**
     * The active version that the files are based on; 0 for a new function. A different active
     * version is a conflict.
     */
    expected_version: z.int().min(0).optional(),
    /** Unchanged when absent; true for a new function. */
    verify_jwt: z.boolean().optional(),
  }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: DeployedFunction,
  status: 201,
})

export const updateFunction = endpoint({
  method: 'PATCH',
  path: '/platform/functions/{ref}/functions/{function_slug}',
  access: 'functions:write',
  params: bySlug,
  body: z.strictObject({
    name: z.string().min(1).max(100).optional(),
    description: z.string().trim().max(MAX_FUNCTION_DESCRIPTION).optional(),
    verify_jwt: z.boolean().optional(),
  }),
  response: DeployedFunction,
})

export const deleteFunction = endpoint({
  method: 'DELETE',
  path: '/platform/functions/{ref}/functions/{function_slug}',
  access: 'functions:write',
  params: bySlug,
  response: z.object({}),
})

/** The newest first. */
export const listFunctionVersions = endpoint({
  method: 'GET',
  path: '/platform/functions/{ref}/functions/{function_slug}/versions',
  access: 'functions:read',
  params: bySlug,
  response: z.array(DeployedVersion),
})

export const readFunctionVersion = endpoint({
  method: 'GET',
  path: '/platform/functions/{ref}/functions/{function_slug}/versions/{version}',
  access: 'functions:read',
  params: byVersion,
  response: DeployedVersion.extend({ files: z.array(FunctionFile) }),
})

export const FunctionTypeCheck = z.object({
  /** Whether the types could be checked in limited time and memory. */
  is_checked: z.boolean(),
  errors: z.array(
    z.object({
      path: z.string(),
      line: z.int(),
      column: z.int(),
      message: z.string(),
    }),
  ),
})
export type FunctionTypeCheck = z.infer<typeof FunctionTypeCheck>

/**
 * Checks the types of a version without running it. Errors are only warnings, because the function
 * can still run. Imports from other sites have the type `any`.
 */
export const checkFunctionTypes = endpoint({
  method: 'GET',
  path: '/platform/functions/{ref}/functions/{function_slug}/versions/{version}/type-errors',
  access: 'functions:write',
  params: byVersion,
  response: FunctionTypeCheck,
})

/**
 * Same as above, for files that are not deployed. 400 `invalid_bundle` with file, line and column
 * if they could not be deployed.
 */
export const checkFunctionFiles = endpoint({
  method: 'POST',
  path: '/platform/functions/{ref}/check',
  access: 'functions:write',
  params: byRef,
  body: FunctionFiles,
  maxBodyBytes: LARGE_BODY_BYTES,
  response: FunctionTypeCheck,
})

export const activateFunctionVersion = endpoint({
  method: 'POST',
  path: '/platform/functions/{ref}/functions/{function_slug}/versions/{version}/activate',
  access: 'functions:write',
  params: byVersion,
  response: DeployedFunction,
})

export const listFunctionSecrets = endpoint({
  method: 'GET',
  path: '/platform/functions/{ref}/secrets',
  access: 'secrets:read',
  params: byRef,
  response: z.array(FunctionSecret),
})

/** Adds secrets and replaces the values of existing ones. */
export const setFunctionSecrets = endpoint({
  method: 'POST',
  path: '/platform/functions/{ref}/secrets',
  access: 'secrets:write',
  params: byRef,
  body: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .min(1)
    .max(MAX_FUNCTION_SECRETS, TOO_MANY_SECRETS),
  response: z.array(FunctionSecret),
})

export const removeFunctionSecrets = endpoint({
  method: 'DELETE',
  path: '/platform/functions/{ref}/secrets',
  access: 'secrets:write',
  params: byRef,
  body: z.array(z.string()).min(1).max(MAX_FUNCTION_SECRETS, TOO_MANY_SECRETS),
  response: z.object({}),
})
