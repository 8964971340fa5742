import { expect, it } from 'vitest'
import { alterPolicy, createPolicies, dropPolicy, type PolicyDraft } from './policy-changes.ts'

const table = { schema: 'public', name: 'note' }
const draft: PolicyDraft = {
  name: 'Own notes',
  command: 'SELECT',
  roles: ['authenticated'],
  using: ' a = 1 ',
  check: 'b = 2',
}

it.each([
  ['SELECT', { using: 'a = 1', check: null }],
  ['INSERT', { using: null, check: 'b = 2' }],
  ['UPDATE', { using: 'a = 1', check: 'b = 2' }],
  ['DELETE', { using: 'a = 1', check: null }],
  ['ALL', { using: 'a = 1', check: 'b = 2' }],
] as const)('creates a policy for %s with the expressions that it can have', (command, rules) => {
  expect(createPolicies(table, [{ ...draft, command }])).toEqual({
    kind: 'create_policies',
    table,
    policies: [
      { name: 'Own notes', command, is_restrictive: false, roles: ['authenticated'], ...rules },
    ],
  })
})

it('alters only what changed', () => {
  const policy = {
    name: 'Own notes',
    command: 'UPDATE' as const,
    is_permissive: true,
    comment: null,
    roles: ['authenticated'],
    using: 'a = 1',
    check: null,
  }
  const same: PolicyDraft = { ...draft, command: 'UPDATE', check: '' }
  const altered = { kind: 'alter_policy', schema: 'public', table: 'note', name: 'Own notes' }
  expect(alterPolicy(table, policy, same)).toBeUndefined()
  expect(alterPolicy(table, policy, { ...same, check: 'b = 2' })).toEqual({
    ...altered,
    change: { check: 'b = 2' },
  })
  const renamed = { name: 'Mine', roles: ['anon', 'authenticated'] }
  expect(alterPolicy(table, policy, { ...same, ...renamed })).toEqual({
    ...altered,
    change: renamed,
  })
})

it('deletes a policy', () => {
  expect(dropPolicy(table, 'Mine')).toEqual({
    kind: 'drop',
    object: { type: 'policy', schema: 'public', table: 'note', name: 'Mine' },
    cascade: false,
  })
})
