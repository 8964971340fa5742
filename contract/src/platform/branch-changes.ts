import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** `to_parent` merges the branch, `to_branch` updates it from its parent. */
export const MergeDirection = z.enum(['to_parent', 'to_branch'])
export type MergeDirection = z.infer<typeof MergeDirection>

/** The objects of each list that are shown; the counts are complete. */
export const MAX_LISTED_CHANGES = 500

export const SchemaObject = z.object({
  /** A kind of Postgres objects, in lower case, such as `materialized view`. */
  kind: z.string(),
  /** Null for objects of the whole database. */
  schema: z.string().nullable(),
  /** The table that it is part of. */
  parent: z.string().nullable(),
  /** With argument types, for functions. */
  name: z.string(),
})
export type SchemaObject = z.infer<typeof SchemaObject>

export const SchemaDifference = z.object({
  object: SchemaObject,
  mark: z.enum(['added', 'changed', 'removed']),
  /** The properties that change; empty for an added or removed object. */
  properties: z.array(
    z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
})
export type SchemaDifference = z.infer<typeof SchemaDifference>

/** An object that the branch and its parent have changed differently; null on a side without it. */
export const SchemaConflict = z.object({
  object: SchemaObject,
  base: z.string().nullable(),
  branch: z.string().nullable(),
  parent: z.string().nullable(),
})
export type SchemaConflict = z.infer<typeof SchemaConflict>

export const BranchChanges = z.object({
  direction: MergeDirection,
  branch_ref: z.string(),
  parent_ref: z.string(),
  /** The schema that both come from, which decides whose change a difference is. */
  base: z.object({
    taken_at: z.string(),
    /**
     * Whether it is from the creation of the branch, its last merge or its last update. If not, it is
     * the parent's schema at the first comparison, so every difference counts as the branch's.
     */
    is_exact: z.boolean(),
  }),
  /** The changes that the direction brings to its target. */
  differences: z.array(SchemaDifference),
  difference_count: z.int(),
  conflicts: z.array(SchemaConflict),
  conflict_count: z.int(),
})
export type BranchChanges = z.infer<typeof BranchChanges>

export const LockLevel = z.enum([
  'none',
  'share',
  'share_row_exclusive',
  'share_update_exclusive',
  'access_exclusive',
])
export type LockLevel = z.infer<typeof LockLevel>

export const MergeStatement = z.object({
  sql: z.string(),
  verb: z.enum(['create', 'alter', 'drop']),
  object: SchemaObject,
  /** Whether stored rows or values are lost. */
  is_destructive: z.boolean(),
  /** The strongest lock on existing tables. */
  lock: LockLevel,
  /** Whether it can write every row of the table again. */
  rewrites: z.boolean(),
  /** Its transaction is committed before the other statements run. */
  commits_first: z.boolean(),
  /** Postgres's message if the statement failed in the trial. */
  error: z.string().nullable(),
})
export type MergeStatement = z.infer<typeof MergeStatement>

/**
 * - `passed`: every statement ran in a transaction that was rolled back, and the result was compared.
 * - `partly`: statements that use a new enum value cannot run before it is committed.
 * - `failed`: a statement has an error, and the merge would have it too.
 * - `locked`: a table is in use, so nothing is proven.
 * - `too_long`: the statements take too long to be tried.
 * - `not_tried`
 */
export const TrialResult = z.enum(['passed', 'partly', 'failed', 'locked', 'too_long', 'not_tried'])
export type TrialResult = z.infer<typeof TrialResult>

export const BranchPlan = z.object({
  ...BranchChanges.shape,
  /** Names exactly these statements, between exactly these two schemas. */
  plan_id: z.string(),
  /** Changes with the schema of the target. */
  target_digest: z.string(),
  statements: z.array(MergeStatement),
  trial: TrialResult,
  /** The differences that are left, because no SQL is known for them. */
  remaining: z.array(SchemaDifference),
})
export type BranchPlan = z.infer<typeof BranchPlan>

const byRef = z.object({ ref: z.string() })

/**
 * The differences between a branch and its parent. Changes nothing and locks nothing. Returns
 * 409 `not_a_branch`, 409 `comparison_too_large` or 503 `comparison_busy`.
 */
export const getBranchChanges = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/branch-changes',
  access: 'database:read',
  params: byRef,
  query: z.object({ direction: MergeDirection }),
  response: BranchChanges,
})

/**
 * Plans the statements and tries them on the target, in a transaction that is rolled back: for some
 * seconds, it locks the tables that they change.
 */
export const planBranchMerge = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/branch-changes/plan',
  access: 'database:write',
  params: byRef,
  body: z.object({ direction: MergeDirection }),
  response: BranchPlan,
})

/**
 * Runs a plan on its target and records it as migrations. Returns 409 `target_moved` if the schema
 * of the target has changed since the plan, 409 `plan_outdated` if the other one has,
 * 409 `merge_conflicts`, 409 `merge_running`, or 409 `merge_failed` with the statement.
 */
export const mergeBranch = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/branch-changes/merge',
  access: 'database:write',
  params: byRef,
  body: z.object({
    direction: MergeDirection,
    plan_id: z.string().max(100),
    target_digest: z.string().max(100),
  }),
  response: z.object({ statements: z.int(), migrations: z.int() }),
})
