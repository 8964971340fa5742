import type { Policy } from '@stoa/contract/services/meta/catalogue'
import type { ProtectedTable } from '../../src/services/meta/policy-tests/deciding-policies.ts'

/** A permissive policy for every role. */
export const policyOf = (
  name: string,
  command: Policy['command'],
  change: Partial<Policy> = {},
): Policy => ({
  name,
  command,
  roles: ['public'],
  is_permissive: true,
  using: 'true',
  check: null,
  comment: null,
  ...change,
})

/** A table with row level security, whose names have to be quoted. */
export const protectedTable = (policies: readonly Policy[]): ProtectedTable => ({
  schema: 'a"b',
  name: 'c',
  rls_enabled: true,
  policies,
})
