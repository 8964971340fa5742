import { expect, it } from 'vitest'
import { decidingPolicies, isRowAllowed } from './deciding-policies.ts'
import { policyOf, protectedTable } from '../../../../test/meta/policies.ts'

it.each([
  ['SELECT', 'authenticated', ['all', 'read']],
  ['INSERT', 'authenticated', ['all', 'add']],
  ['UPDATE', 'anon', ['all', 'all', 'write']],
  ['DELETE', 'authenticated', ['all', 'read', 'all']],
  ['SELECT', 'service_role', []],
] as const)('finds the policies for %s of %s', (operation, role, names) => {
  const table = protectedTable([
    policyOf('all', 'ALL'),
    policyOf('read', 'SELECT', { roles: ['authenticated'] }),
    policyOf('write', 'UPDATE', { roles: ['anon'] }),
    policyOf('add', 'INSERT'),
  ])
  const deciding = decidingPolicies(table, { operation, role })
  expect(deciding.map(({ policy }) => policy.name)).toEqual(names)
})

it('finds none if row level security is disabled', () => {
  const table = { ...protectedTable([policyOf('read', 'SELECT')]), rls_enabled: false }
  expect(decidingPolicies(table, { operation: 'SELECT', role: 'anon' })).toEqual([])
})

it.each([
  [[true, false, true], true],
  [[false, false, true], false],
  [[true, true, false], false],
])('needs one permissive and every restrictive policy: %j', (verdicts, isAllowed) => {
  const table = protectedTable([
    policyOf('one', 'SELECT'),
    policyOf('two', 'SELECT'),
    policyOf('limit', 'SELECT', { is_permissive: false }),
  ])
  const deciding = decidingPolicies(table, { operation: 'SELECT', role: 'anon' })
  expect(isRowAllowed(deciding, verdicts, 'SELECT')).toBe(isAllowed)
})

it.each([
  [[true, true], true],
  [[false, true], false],
  [[true, false], false],
])('lets a row be updated only if it can be read: %j', (verdicts, isAllowed) => {
  const table = protectedTable([policyOf('read', 'SELECT'), policyOf('edit', 'UPDATE')])
  const deciding = decidingPolicies(table, { operation: 'UPDATE', role: 'anon' })
  expect(isRowAllowed(deciding, verdicts, 'UPDATE')).toBe(isAllowed)
})
