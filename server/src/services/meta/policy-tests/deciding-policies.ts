import type { Policy } from '@stoa/contract/services/meta/catalogue'
import type {
  DecidingPolicy,
  PolicyTest,
  TestedOperation,
} from '@stoa/contract/services/meta/policy-tests'

export type ProtectedTable = {
  readonly schema: string
  readonly name: string
  readonly rls_enabled: boolean
  readonly policies: readonly Policy[]
}

export type TestedCase = Pick<PolicyTest, 'role' | 'operation'>

/** The service role bypasses row level security. */
export const isUnrestricted = (table: ProtectedTable, { role }: TestedCase): boolean =>
  role === 'service_role' || !table.rls_enabled

/** The policies that decide what the role can do. */
export function decidingPolicies(table: ProtectedTable, test: TestedCase): DecidingPolicy[] {
  if (isUnrestricted(table, test)) return []
  const ofRole = table.policies.filter(
    ({ roles }) => roles.includes('public') || roles.includes(test.role),
  )
  const of = (operation: TestedOperation, decides: DecidingPolicy['decides']) =>
    ofRole
      .filter(({ command }) => command === 'ALL' || command === operation)
      .map((policy) => ({ policy, decides }))
  const reads = of('SELECT', 'read')
  if (test.operation === 'SELECT') return reads
  const writes = of(test.operation, 'write')
  return test.operation === 'INSERT' ? writes : [...reads, ...writes]
}

/** The expression of a policy that a row has to satisfy. Postgres uses `using` if there is no `check`. */
export function expressionOf(
  { policy: { using, check }, decides }: DecidingPolicy,
  operation: TestedOperation,
): string {
  const expression = decides === 'write' && operation === 'INSERT' ? (check ?? using) : using
  return expression ?? 'true'
}

const DECISIONS: Readonly<Record<TestedOperation, readonly DecidingPolicy['decides'][]>> = {
  SELECT: ['read'],
  INSERT: ['write'],
  UPDATE: ['read', 'write'],
  DELETE: ['read', 'write'],
}

/** For each decision, one permissive policy and all restrictive ones have to be true. */
export function isRowAllowed(
  deciding: readonly DecidingPolicy[],
  verdicts: readonly boolean[],
  operation: TestedOperation,
): boolean {
  const rated = deciding.map((each, index) => ({ ...each, isTrue: verdicts[index] === true }))
  return DECISIONS[operation].every((decision) => {
    const own = rated.filter(({ decides }) => decides === decision)
    return (
      own.some(({ policy, isTrue }) => policy.is_permissive && isTrue) &&
      own.every(({ policy, isTrue }) => policy.is_permissive || isTrue)
    )
  })
}
