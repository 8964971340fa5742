import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { byRef } from './params.ts'

export const IndexSuggestion = z.object({
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  /** The statement that creates it without blocking writes. */
  sql: z.string(),
  /** The planner's cost of the statement with this index and those before it in the list. */
  cost_after: z.number(),
})
export type IndexSuggestion = z.infer<typeof IndexSuggestion>

export const IndexAdvice = z.object({
  /** The planner's cost of the statement on the copies, without new indexes. */
  cost_before: z.number(),
  suggestions: z.array(IndexSuggestion),
  /** The tables that the costs were measured on: partial copies made for the measurement. */
  measured: z.array(
    z.object({ schema: z.string(), table: z.string(), rows: z.number(), copied_rows: z.number() }),
  ),
})
export type IndexAdvice = z.infer<typeof IndexAdvice>

/**
 * Suggests btree indexes for a statement, which is planned and not run; it can contain `$1` for
 * parameters. Each candidate is created on a full or partial copy of the tables, and kept only if
 * the planner uses it at a lower cost; nothing is committed. 400 `one_statement_expected` and
 * `nothing_to_measure`, 409 `advisor_busy` while another request is measured in the project.
 */
export const adviseIndexes = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/index-advice',
  access: 'database:write',
  params: byRef,
  body: z.object({ sql: z.string().min(1).max(100_000) }),
  response: IndexAdvice,
})

export const SlowStatement = z.object({
  id: z.string(),
  /** Constants are replaced by `$1` and so on. */
  statement: z.string(),
  calls: z.number(),
  total_ms: z.number(),
  mean_ms: z.number(),
})
export type SlowStatement = z.infer<typeof SlowStatement>

/**
 * The statements that took the most time in total, without those on the catalog and the platform's
 * own. Not available where the engine lacks pg_stat_statements.
 */
export const listSlowStatements = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/slow-statements',
  access: 'database:write',
  params: byRef,
  response: z.object({ is_available: z.boolean(), statements: z.array(SlowStatement) }),
})

/**
 * The plan of a statement without values for its parameters, which is not run. Planned as `postgres`,
 * or as `supabase_read_only_user` for members who can only read. 400 `one_statement_expected`;
 * otherwise fails as SQL text does.
 */
export const planStatement = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/generic-plan',
  access: 'database:read',
  params: byRef,
  body: z.object({ sql: z.string().min(1).max(100_000) }),
  /** The JSON text that `explain (generic_plan, format json)` prints. */
  response: z.object({ plan: z.string() }),
})
