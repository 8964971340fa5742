import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** A run in the SQL editor, in the history of the person who ran it. */
export const PastRun = z.object({
  id: z.int(),
  /** At most 50,000 characters. */
  sql: z.string(),
  /** The text was longer. */
  is_cut: z.boolean(),
  /** Quoted texts are replaced by `***`, because the statement mentions a credential. */
  is_masked: z.boolean(),
  started_at: z.string(),
  duration_ms: z.number(),
  /** How its transaction ended; null if it failed. */
  ended: z.enum(['committed', 'rolled_back', 'left_open', 'open']).nullable(),
  /** Rows that its last statement returned or changed, if Postgres reports it. */
  row_count: z.number().nullable(),
  error_code: z.string().nullable(),
  /** Null for a run with a credential, which the message could repeat. */
  error_message: z.string().nullable(),
  /** The role that it ran as, if it is not the member's own. */
  role: z.string().nullable(),
})
export type PastRun = z.infer<typeof PastRun>

const byRef = z.object({ ref: z.string() })

/** The caller's runs in a project, the newest first. Kept: the last 1,000, for 90 days. */
export const listPastRuns = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/content/history',
  access: 'content:read',
  params: byRef,
  query: z.object({
    /** Part of the text or of the error. */
    search: z.string().trim().max(200).optional(),
    outcome: z.enum(['all', 'succeeded', 'failed']).default('all'),
    /** The last run of the previous page. */
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({ runs: z.array(PastRun), has_more: z.boolean() }),
})

/** Deletes the caller's history in a project. */
export const clearHistory = endpoint({
  method: 'DELETE',
  path: '/platform/projects/{ref}/content/history',
  access: 'content:read',
  params: byRef,
  response: z.object({}),
})
