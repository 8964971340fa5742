import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { byRef } from './params.ts'
import { Policy } from './catalogue.ts'

export const TestedRole = z.enum(['anon', 'authenticated', 'service_role'])
export type TestedRole = z.infer<typeof TestedRole>

export const TestedOperation = z.enum(['SELECT', 'INSERT', 'UPDATE', 'DELETE'])
export type TestedOperation = z.infer<typeof TestedOperation>

/** Counting stops here, so that a large table is not read to the end. */
export const MAX_COUNTED_ROWS = 10_000
/** Rows whose policies are evaluated. */
export const MAX_TESTED_ROWS = 50

/** An operation of a role or user on a table. */
export const PolicyTest = z.object({
  table_id: z.int().nonnegative(),
  role: TestedRole,
  /** The user whose claims the policies see; null for no user. */
  user: z.uuid().nullable(),
  operation: TestedOperation,
  /** The new row of an INSERT, as a JSON object in text. */
  row: z.string().max(1_000_000).nullable(),
})
export type PolicyTest = z.infer<typeof PolicyTest>

/**
 * A policy that decides about a row. An UPDATE or a DELETE first reads its rows, so the policies for
 * SELECT decide about them too.
 */
export const DecidingPolicy = z.object({ policy: Policy, decides: z.enum(['read', 'write']) })
export type DecidingPolicy = z.infer<typeof DecidingPolicy>

export const TestedRow = z.object({
  is_allowed: z.boolean(),
  /** Whether each of the deciding policies is true for the row. */
  verdicts: z.array(z.boolean()),
  cells: z.array(z.string().nullable()),
})
export type TestedRow = z.infer<typeof TestedRow>

export const PolicyTestResult = z.object({
  /** The rows that a SELECT reads, up to one more than are counted; null for other operations. */
  readable_rows: z.int().nullable(),
  /** Whether the role has the privilege on the table that the operation needs. */
  has_privilege: z.boolean(),
  columns: z.array(z.string()),
  rows: z.array(TestedRow),
})
export type PolicyTestResult = z.infer<typeof PolicyTestResult>

/**
 * Evaluates a table's policies on its rows, or on a new one, as an API request of the role and user
 * does, and changes nothing. With `dry_run`, returns its SQL and the deciding policies and runs
 * nothing: `result` is null. 400 `query_failed` as for SQL text, 404 `table_not_found`.
 */
export const testPolicies = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/policy-tests',
  access: 'database:write',
  params: byRef,
  body: z.object({ test: PolicyTest, dry_run: z.boolean().optional() }),
  response: z.object({
    statements: z.array(z.string()),
    is_rls_enabled: z.boolean(),
    deciding: z.array(DecidingPolicy),
    result: PolicyTestResult.nullable(),
  }),
})
