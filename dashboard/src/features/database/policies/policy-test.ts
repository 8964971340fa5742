import type { Policy } from '@stoa/contract/services/meta/catalogue'
import type { QueryAnswer } from '../../../data/resources/services/meta/query.ts'
import { literal, qualified, quoted } from '../../../lib/sql-names.ts'

export const TEST_ROLES = ['anon', 'authenticated', 'service_role'] as const
export type TestRole = (typeof TEST_ROLES)[number]

export const OPERATIONS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const
export type Operation = (typeof OPERATIONS)[number]

/** Counting stops here, so that a large table is not read to the end. */
export const MOST_COUNTED = 10_000
/** Rows whose policies are evaluated. */
export const MOST_ROWS = 50

/** Why a text is not a valid new row, or undefined if it is. */
export function rowProblem(text: string): string | undefined {
  try {
    const row: unknown = JSON.parse(text)
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return undefined
  } catch {
    // The message below covers both.
  }
  return 'Enter a JSON object with the values of the row, such as {"id": 1}.'
}

export type PolicyTest = {
  table: { schema: string; name: string; rls_enabled: boolean; policies: readonly Policy[] }
  role: TestRole
  /** Empty for no user. */
  user: string
  operation: Operation
  /** The new row of an INSERT as JSON. */
  row: string
}

/**
 * A policy that decides about a row. An UPDATE or a DELETE first reads its rows, so the policies for
 * SELECT decide about them too.
 */
export type Deciding = { policy: Policy; decides: 'read' | 'write'; expression: string }

/** The policies that decide what the role can do. A service role bypasses all of them. */
export function decidingPolicies({ table, role, operation }: PolicyTest): Deciding[] {
  if (role === 'service_role' || !table.rls_enabled) return []
  const own = table.policies.filter(({ roles }) => roles.includes('public') || roles.includes(role))
  const of = (command: Operation) =>
    own.filter((policy) => policy.command === 'ALL' || policy.command === command)
  const reads = of('SELECT').map((policy) => ({
    policy,
    decides: 'read' as const,
    expression: policy.using ?? 'true',
  }))
  if (operation === 'SELECT') return reads
  const writes = of(operation).map((policy) => ({
    policy,
    decides: 'write' as const,
    expression: (operation === 'INSERT' ? (policy.check ?? policy.using) : policy.using) ?? 'true',
  }))
  return operation === 'INSERT' ? writes : [...reads, ...writes]
}

/**
 * Evaluates the policies on rows of the table as an API request of the role and user does, and
 * counts the rows that it reads. Changes nothing. The rows are read through a view of the owner,
 * which hides none of them; anything that the policies themselves read is read as the role.
 */
export function policyTestSql(test: PolicyTest): string {
  const { table, role, user, operation, row } = test
  const alias = quoted(table.name)
  const verdicts = decidingPolicies(test).map(({ expression }) => `  (${expression}) is true,`)
  const isInsert = operation === 'INSERT'
  const source = isInsert
    ? `jsonb_populate_record(null::${qualified(table)}, ${literal(row)}) as ${alias}`
    : `pg_temp.${alias} as ${alias} limit ${MOST_ROWS}`
  return [
    'begin;',
    ...(isInsert
      ? []
      : [
          `create temporary view ${alias} as select * from ${qualified(table)};`,
          `grant select on pg_temp.${alias} to ${quoted(role)};`,
        ]),
    `select set_config('request.jwt.claims', ${claimsSql(role, user)}, true);`,
    `set local role ${quoted(role)};`,
    operation === 'SELECT'
      ? `select count(*) from (select from ${qualified(table)} limit ${MOST_COUNTED + 1}) as readable;`
      : `select ${privilegeSql(table, role, operation)};`,
    ['select', ...verdicts, `  ${alias}.*`, `from ${source};`].join('\n'),
    'rollback;',
  ].join('\n')
}

/** The claims of the user's access token. For a deleted user, only the ID and the role. */
function claimsSql(role: TestRole, user: string): string {
  const claims = { role, ...(user !== '' && { sub: user, aud: 'authenticated', aal: 'aal1' }) }
  const own = literal(JSON.stringify(claims))
  if (user === '') return own
  return [
    `(${own}::jsonb || coalesce((`,
    `  select jsonb_build_object('email', coalesce(email, ''), 'phone', coalesce(phone, ''),`,
    `    'app_metadata', raw_app_meta_data, 'user_metadata', raw_user_meta_data,`,
    `    'is_anonymous', is_anonymous)`,
    `  from auth.users where id = ${literal(user)}), '{}'))::text`,
  ].join('\n')
}

const privilegeSql = (
  table: PolicyTest['table'],
  role: TestRole,
  operation: Exclude<Operation, 'SELECT'>,
): string =>
  `${operation === 'DELETE' ? 'has_table_privilege' : 'has_any_column_privilege'}(${literal(role)}, ${literal(qualified(table))}, ${literal(operation)})`

export type TestedRow = {
  isAllowed: boolean
  /** Whether each of the deciding policies is true for the row. */
  verdicts: readonly boolean[]
  cells: readonly (string | null)[]
}

export type TestResult = {
  /** The rows that a SELECT reads. */
  readable: number | undefined
  /** Whether the role has the privilege on the table that the operation needs. */
  hasPrivilege: boolean
  columns: readonly string[]
  rows: readonly TestedRow[]
}

/** Interprets the result of `policyTestSql`. */
export function readTestResult(test: PolicyTest, { results }: QueryAnswer): TestResult {
  const [, first, tested] = results.filter(({ command }) => command === 'SELECT')
  const answer = first?.rows[0]?.[0]
  const isRead = test.operation === 'SELECT'
  const deciding = decidingPolicies(test)
  const isFree = test.role === 'service_role' || !test.table.rls_enabled
  return {
    readable: isRead ? Number(answer) : undefined,
    hasPrivilege: isRead || answer === 't',
    columns: (tested?.columns ?? []).slice(deciding.length).map(({ name }) => name),
    rows: (tested?.rows ?? []).map((row) => {
      const verdicts = deciding.map((_, index) => row[index] === 't')
      return {
        isAllowed: isFree || isAllowed(deciding, verdicts, test.operation),
        verdicts,
        cells: row.slice(deciding.length),
      }
    }),
  }
}

/** For each decision, one permissive policy and all restrictive ones have to be true. */
function isAllowed(
  deciding: readonly Deciding[],
  verdicts: readonly boolean[],
  operation: Operation,
): boolean {
  const needed = {
    SELECT: ['read'],
    INSERT: ['write'],
    UPDATE: ['read', 'write'],
    DELETE: ['read', 'write'],
  }
  return needed[operation].every((what) => {
    const own = deciding
      .map(({ policy, decides }, index) => ({ policy, decides, isTrue: verdicts[index] === true }))
      .filter(({ decides }) => decides === what)
    return (
      own.some(({ policy, isTrue }) => policy.is_permissive && isTrue) &&
      own.every(({ policy, isTrue }) => policy.is_permissive || isTrue)
    )
  })
}
