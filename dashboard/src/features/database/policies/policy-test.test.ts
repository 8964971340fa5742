import type { Policy } from '@stoa/contract/services/meta/catalogue'
import { expect, it } from 'vitest'
import {
  decidingPolicies,
  policyTestSql,
  readTestResult,
  rowProblem,
  type PolicyTest,
} from './policy-test.ts'

const policy = (
  name: string,
  command: Policy['command'],
  { role = 'public', isPermissive = true, using = 'true', check = null as string | null } = {},
): Policy => ({
  name,
  command,
  roles: [role],
  is_permissive: isPermissive,
  using,
  check,
  comment: null,
})

const test = (change: Partial<PolicyTest> = {}, policies: readonly Policy[] = []): PolicyTest => ({
  table: { schema: 'a"b', name: 'c', rls_enabled: true, policies },
  role: 'authenticated',
  user: '',
  operation: 'SELECT',
  row: '{}',
  ...change,
})

it('evaluates the policies for a user, in a transaction that is rolled back', () => {
  const user = '00000000-0000-4000-8000-000000000001'
  const sql = policyTestSql(test({ user }, [policy('own', 'SELECT', { using: 'x > 1' })]))
  expect(sql).toMatch(/^begin;/)
  expect(sql).toContain('create temporary view "c" as select * from "a""b"."c";')
  expect(sql).toContain(
    `'{"role":"authenticated","sub":"${user}","aud":"authenticated","aal":"aal1"}'`,
  )
  expect(sql).toContain(`from auth.users where id = '${user}'`)
  expect(sql).toContain('set local role "authenticated";')
  expect(sql).toContain('from "a""b"."c" limit 10001')
  expect(sql).toContain('select\n  (x > 1) is true,\n  "c".*\nfrom pg_temp."c" as "c" limit 50;')
  expect(sql).toMatch(/rollback;$/)
})

it('evaluates the policies on a new row, which is a value of the SQL and no part of it', () => {
  const sql = policyTestSql(
    test({ operation: 'INSERT', row: `{"a": "'; drop"}` }, [
      policy('new', 'INSERT', { check: 'y' }),
    ]),
  )
  expect(sql).toContain(`jsonb_populate_record(null::"a""b"."c", '{"a": "''; drop"}') as "c"`)
  expect(sql).toContain('(y) is true,')
  expect(sql).not.toContain('create temporary view')
})

it('accepts only an object as a row', () => {
  expect(rowProblem('{"id": 1}')).toBe(undefined)
  for (const text of ['', '[]', 'null', '{']) expect(rowProblem(text)).toMatch(/JSON object/)
})

it.each([
  ['SELECT', 'authenticated', ['all', 'read']],
  ['INSERT', 'authenticated', ['all', 'add']],
  ['UPDATE', 'anon', ['all', 'all', 'write']],
  ['DELETE', 'authenticated', ['all', 'read', 'all']],
  ['SELECT', 'service_role', []],
] as const)('finds the policies for %s of %s', (operation, role, names) => {
  const policies = [
    policy('all', 'ALL'),
    policy('read', 'SELECT', { role: 'authenticated' }),
    policy('write', 'UPDATE', { role: 'anon' }),
    policy('add', 'INSERT'),
  ]
  const deciding = decidingPolicies(test({ operation, role }, policies))
  expect(deciding.map((each) => each.policy.name)).toEqual(names)
})

const select = (columns: readonly string[], ...rows: (string | null)[][]) => ({
  command: 'SELECT',
  columns: columns.map((name) => ({ name, type: 'text' })),
  rows,
  row_count: rows.length,
  is_limited: false,
})
const answer = (...results: ReturnType<typeof select>[]) => ({
  results: [select(['set_config'], ['']), ...results],
  commands: [],
  notices: [],
  ended: 'committed' as const,
  duration_ms: 1,
})

it('lets a row through that one permissive and every restrictive policy allows', () => {
  const tested = test({}, [
    policy('one', 'SELECT'),
    policy('two', 'SELECT'),
    policy('limit', 'SELECT', { isPermissive: false }),
  ])
  const columns = ['?column?', '?column?', '?column?', 'id']
  const {
    readable,
    rows,
    columns: shown,
  } = readTestResult(
    tested,
    answer(
      select(['count'], ['1']),
      select(columns, ['t', 'f', 't', '1'], ['f', 'f', 't', '2'], ['t', 't', 'f', '3']),
    ),
  )
  expect([readable, shown]).toEqual([1, ['id']])
  expect(rows.map(({ isAllowed }) => isAllowed)).toEqual([true, false, false])
  expect(rows[1]).toMatchObject({ verdicts: [false, false, true], cells: ['2'] })
})

it('lets a row be updated only if it can be read', () => {
  const tested = test({ operation: 'UPDATE' }, [policy('read', 'SELECT'), policy('edit', 'UPDATE')])
  const { rows, hasPrivilege } = readTestResult(
    tested,
    answer(select(['p'], ['f']), select(['', '', 'id'], ['f', 't', '1'], ['t', 't', '2'])),
  )
  expect(hasPrivilege).toBe(false)
  expect(rows.map(({ isAllowed }) => isAllowed)).toEqual([false, true])
})

it('lets everything through without row level security or for a service role', () => {
  const rows = select(['id'], ['1'])
  for (const change of [
    { role: 'service_role' as const },
    { table: { schema: 'a', name: 'b', rls_enabled: false, policies: [policy('no', 'SELECT')] } },
  ])
    expect(readTestResult(test(change), answer(select(['count'], ['1']), rows)).rows).toEqual([
      { isAllowed: true, verdicts: [], cells: ['1'] },
    ])
})
