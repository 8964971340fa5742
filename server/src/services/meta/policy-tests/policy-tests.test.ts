import { testPolicies, type PolicyTest } from '@stoa/contract/services/meta/policy-tests'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'zod/v4/core'
import { createMetaApp, type MetaApp } from '../../../../test/meta/app.ts'

const ADA = '00000000-0000-4000-8000-000000000001'
let meta: MetaApp
let table_id: number

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create table public."No""te" (id int primary key, owner uuid, body text);
    revoke delete on public."No""te" from anon;
    alter table public."No""te" enable row level security;
    create policy own on public."No""te" for select to authenticated using (owner = auth.uid());
    create policy edit on public."No""te" for update using (body <> 'locked');
    insert into public."No""te" values (1, '${ADA}', 'a'), (2, '${ADA}', 'locked'), (3, null, 'b')`)
  table_id = await meta.idOf('public."No""te"')
})
afterAll(() => meta.stop())

async function run(change: Partial<PolicyTest> = {}, options: object = {}) {
  const test = { table_id, role: 'authenticated', user: ADA, operation: 'SELECT', row: null }
  const { body } = await meta.call('POST', '/policy-tests', {
    test: { ...test, ...change },
    ...options,
  })
  return parse(testPolicies.response, body)
}

it('shows the rows that a user can read, and the policy that decides', async () => {
  const { deciding, result } = await run()
  expect(deciding.map(({ policy, decides }) => [policy.name, decides])).toEqual([['own', 'read']])
  expect(result).toMatchObject({ readable_rows: 2, columns: ['id', 'owner', 'body'] })
  expect(result?.rows.map(({ cells, is_allowed }) => [cells[0], is_allowed])).toEqual([
    ['1', true],
    ['2', true],
    ['3', false],
  ])
})

it('lets a row be updated only if both policies are true', async () => {
  const { result } = await run({ operation: 'UPDATE' })
  expect(result).toMatchObject({ has_privilege: true, readable_rows: null })
  expect(result?.rows.map(({ verdicts }) => verdicts)).toEqual([
    [true, true],
    [true, false],
    [false, true],
  ])
})

it('says when the role lacks the privilege or no policy applies', async () => {
  const { deciding, result } = await run({ operation: 'DELETE', role: 'anon', user: null })
  expect(result?.has_privilege).toBe(false)
  expect(deciding).toEqual([])
  const insert = await run({ operation: 'INSERT', row: '{"id": 9}' })
  expect(insert.result?.rows).toMatchObject([{ is_allowed: false, cells: ['9', null, null] }])
})

it('runs nothing in a preview, and keeps nothing of a test', async () => {
  const { statements, result } = await run({}, { dry_run: true })
  expect(result).toBe(null)
  expect(statements.at(-1)).toBe('rollback')
  await run({ operation: 'INSERT', row: '{"id": 9}' })
  const { result: after } = await run({ role: 'service_role', user: null })
  expect(after?.readable_rows).toBe(3)
})

it('refuses rows that are no JSON, and tables that do not exist', async () => {
  const test = { table_id, role: 'anon', user: null, operation: 'INSERT', row: '{' }
  expect(await meta.call('POST', '/policy-tests', { test })).toMatchObject({
    body: { code: 'query_failed' },
  })
  expect(
    await meta.call('POST', '/policy-tests', { test: { ...test, table_id: 4_294_967_295 } }),
  ).toMatchObject({ status: 404, body: { code: 'table_not_found' } })
})
