import type { PolicyTest } from '@stoa/contract/services/meta/policy-tests'
import { expect, it } from 'vitest'
import { policyOf, protectedTable } from '../../../../test/meta/policies.ts'
import { testStatements } from './test-sql.ts'

const USER = '00000000-0000-4000-8000-000000000001'
const test: PolicyTest = {
  table_id: 1,
  role: 'authenticated',
  user: null,
  operation: 'SELECT',
  row: null,
}

it('evaluates the policies for a user, in a transaction that is rolled back', () => {
  const table = protectedTable([policyOf('own', 'SELECT', { using: 'x > 1' })])
  const statements = testStatements(table, { ...test, user: USER })
  expect(statements.at(0)).toBe('begin')
  expect(statements.at(-1)).toBe('rollback')
  const text = statements.join('\n')
  expect(text).toContain('create temporary view "c" as select * from "a""b"."c"')
  expect(text).toContain(
    `'{"role":"authenticated","sub":"${USER}","aud":"authenticated","aal":"aal1"}'`,
  )
  expect(text).toContain(`from auth.users where id = '${USER}'`)
  expect(text).toContain('set local role "authenticated"')
  expect(text).toContain('from "a""b"."c" limit 10001')
  expect(text).toContain('select\n  (x > 1) is true,\n  "c".*\nfrom pg_temp."c" as "c" limit 50')
})

it('evaluates the policies on a new row, which is a constant in the SQL', () => {
  const table = protectedTable([policyOf('new', 'INSERT', { using: null, check: 'y' })])
  const text = testStatements(table, {
    ...test,
    operation: 'INSERT',
    row: `{"a": "'; drop"}`,
  }).join('\n')
  expect(text).toContain(`jsonb_populate_record(null::"a""b"."c", '{"a": "''; drop"}') as "c"`)
  expect(text).toContain('(y) is true,')
  expect(text).not.toContain('create temporary view')
})

it('refuses a row that Postgres cannot store', () => {
  const insert = { ...test, operation: 'INSERT', row: '{"a": "\0"}' } as const
  expect(() => testStatements(protectedTable([]), insert)).toThrow(/NUL/)
})
