import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

declare module '../../platform/permissions.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    /** Read and refresh the findings of a project's advisors. */
    'advisors:read': true
    /** Ignore findings and rules. */
    'advisors:write': true
  }
}

export const AdvisorLevel = z.enum(['ERROR', 'WARN', 'INFO'])
export type AdvisorLevel = z.infer<typeof AdvisorLevel>

export const AdvisorCategory = z.enum(['security', 'performance'])
export type AdvisorCategory = z.infer<typeof AdvisorCategory>

/** A check, with its documentation. */
export const AdvisorRule = z.object({
  name: z.string(),
  title: z.string(),
  category: AdvisorCategory,
  level: AdvisorLevel,
  /** The fault that the rule finds, in one sentence. */
  description: z.string(),
  /** The consequences of the fault. */
  why: z.string(),
  /** The ways to correct it, in order. */
  remedy: z.array(z.string()),
  /** Whether the rule reads the database or the settings of the project. */
  source: z.enum(['database', 'settings']),
})
export type AdvisorRule = z.infer<typeof AdvisorRule>

export const FindingKind = z.enum([
  'table',
  'view',
  'materialized_view',
  'foreign_table',
  'function',
  'extension',
  'index',
  'policy',
  'bucket',
  'queue',
  'schema',
  'auth_setting',
  'installation',
  'organization',
])
export type FindingKind = z.infer<typeof FindingKind>

/** One object that has the fault of a rule. */
export const Finding = z.object({
  /** Identifies the finding in every later run. */
  cache_key: z.string(),
  rule: z.string(),
  level: AdvisorLevel,
  category: AdvisorCategory,
  title: z.string(),
  detail: z.string(),
  kind: FindingKind,
  schema: z.string().nullable(),
  name: z.string(),
  /** The table that an index or policy belongs to. */
  table: z.string().nullable(),
  /** The oid of the table or view, if the object is or belongs to one. */
  table_id: z.int().nullable(),
  /** The name and the column numbers of a foreign key. */
  foreign_key: z.object({ name: z.string(), columns: z.array(z.int()) }).nullable(),
  /** Whether the server can compose SQL that corrects it. */
  can_fix: z.boolean(),
})
export type Finding = z.infer<typeof Finding>

/** A rule that could not be checked in a run. */
export const FailedRule = z.object({ rule: z.string(), message: z.string() })

/** A rule, or one of its findings, that members do not want to see. */
export const IgnoredFinding = z.object({
  id: z.uuid(),
  rule: z.string(),
  /** Null if all findings of the rule are ignored. */
  cache_key: z.string().nullable(),
  reason: z.string(),
  /** The email address of the member; null if the account was deleted. */
  ignored_by: z.string().nullable(),
  ignored_at: z.string(),
})
export type IgnoredFinding = z.infer<typeof IgnoredFinding>

export const AdvisorReport = z.object({
  /** When the database was last checked; null before the first run. */
  checked_at: z.string().nullable(),
  duration_ms: z.number().nullable(),
  /** All findings, with those that are ignored. */
  findings: z.array(Finding),
  failed: z.array(FailedRule),
  /** The rules that have more findings than are listed. */
  truncated: z.array(z.string()),
  ignored: z.array(IgnoredFinding),
})
export type AdvisorReport = z.infer<typeof AdvisorReport>

const byRef = z.object({ ref: z.string() })
const path = '/platform/advisors/{ref}'

/**
 * The findings of the last run in the database, and of the project's settings as they are now. Does
 * not wake the project.
 */
export const readAdvisorReport = endpoint({
  method: 'GET',
  path: `${path}/report`,
  access: 'advisors:read',
  params: byRef,
  response: AdvisorReport,
})

const Counts = z.object({ ERROR: z.int(), WARN: z.int(), INFO: z.int() })

/** The number of findings that are not ignored, and the most severe ones. Does not wake the project. */
export const readAdvisorSummary = endpoint({
  method: 'GET',
  path: `${path}/summary`,
  access: 'advisors:read',
  params: byRef,
  response: z.object({
    checked_at: z.string().nullable(),
    security: Counts,
    performance: Counts,
    top: z.array(Finding),
  }),
})

/** Every rule of this installation, with its documentation. */
export const listAdvisorRules = endpoint({
  method: 'GET',
  path: `${path}/rules`,
  access: 'advisors:read',
  params: byRef,
  response: z.array(AdvisorRule),
})

/** Checks the database now. Requests during a run get the result of the next one. */
export const runAdvisors = endpoint({
  method: 'POST',
  path: `${path}/runs`,
  access: 'advisors:read',
  params: byRef,
  response: AdvisorReport,
})

export const MAX_REASON = 500

/** 404 `advisor_rule_not_found`, 409 `too_many_ignored`. */
export const ignoreFinding = endpoint({
  method: 'POST',
  path: `${path}/ignored`,
  access: 'advisors:write',
  params: byRef,
  body: z.object({
    rule: z.string().max(100),
    /** Null ignores all findings of the rule. */
    cache_key: z.string().max(2000).nullable(),
    reason: z.string().trim().min(1, 'Enter a reason.').max(MAX_REASON),
  }),
  response: IgnoredFinding,
  status: 201,
})

/** Shows the findings again. 404 `ignored_finding_not_found`. */
export const restoreFinding = endpoint({
  method: 'DELETE',
  path: `${path}/ignored/{id}`,
  access: 'advisors:write',
  params: byRef.extend({ id: z.uuid() }),
  response: z.object({}),
})

export const FixLock = z.object({
  /** The locked object, as it is displayed. */
  object: z.string(),
  /** Other work that waits while the statement runs. */
  blocks: z.string(),
})

export const Fix = z.object({
  title: z.string(),
  statements: z.array(z.string()),
  /** The statements that undo it; null if there are none. */
  undo: z.array(z.string()).nullable(),
  locks: z.array(FixLock),
  /** The consequences for clients and people. */
  effect: z.string(),
})
export type Fix = z.infer<typeof Fix>

/**
 * Composes the SQL that corrects a finding as the object is now. 404 `finding_not_found` if it has
 * been corrected, 409 `no_fix` if there is no SQL that is safe for every project.
 */
export const previewFix = endpoint({
  method: 'POST',
  path: `${path}/fixes/preview`,
  access: 'database:write',
  params: byRef,
  body: z.object({ cache_key: z.string().max(2000) }),
  response: Fix,
})

/**
 * Runs the SQL of a preview and records it as a migration. 409 `fix_changed`, with the new preview
 * as `details`, if the object was changed since.
 */
export const applyFix = endpoint({
  method: 'POST',
  path: `${path}/fixes`,
  access: 'database:write',
  params: byRef,
  body: z.object({
    cache_key: z.string().max(2000),
    statements: z.array(z.string().max(100_000)).max(100),
  }),
  response: AdvisorReport,
})

/** A name of the Management API, which tools display and do not interpret. */
export const ManagedLint = z.object({
  name: z.string(),
  title: z.string(),
  level: AdvisorLevel,
  facing: z.literal('EXTERNAL'),
  categories: z.array(z.enum(['PERFORMANCE', 'SECURITY'])),
  description: z.string(),
  detail: z.string(),
  remediation: z.string(),
  metadata: z
    .object({
      schema: z.string().optional(),
      name: z.string().optional(),
      entity: z.string().optional(),
      type: z.enum(['table', 'view', 'auth', 'function', 'extension', 'compliance']),
      fkey_name: z.string().optional(),
      fkey_columns: z.array(z.number()).optional(),
    })
    .optional(),
  cache_key: z.string(),
})
export type ManagedLint = z.infer<typeof ManagedLint>

const ManagedLints = z.object({ lints: z.array(ManagedLint) })

/** Checks the database. Without ignored findings; with `lint_type`, without those of settings. */
export const readManagedSecurityLints = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/advisors/security',
  access: 'advisors:read',
  params: byRef,
  query: z.object({ lint_type: z.enum(['sql']).optional() }),
  response: ManagedLints,
})

export const readManagedPerformanceLints = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/advisors/performance',
  access: 'advisors:read',
  params: byRef,
  response: ManagedLints,
})
