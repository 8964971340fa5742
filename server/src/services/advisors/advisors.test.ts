import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createAdvisorsApp, type AdvisorsApp } from '../../../test/advisors/app.ts'
import { sql } from '../../postgres/sql.ts'
import { cacheKeyOf } from './cache-key.ts'
import { MAX_FINDINGS_PER_RULE } from './limits.ts'
import { hasBareCalls, wrapCalls } from './policy-calls.ts'

let advisors: AdvisorsApp
const API = '/platform/advisors/{ref}'

beforeAll(async () => {
  advisors = await createAdvisorsApp()
  await advisors.test.run(`
    create table public.parents (id int primary key);
    create table public.todos (id int primary key, parent int references public.parents);
    alter table public.todos enable row level security;`)
})
afterAll(() => advisors.stop())

const call: AdvisorsApp['call'] = (method, path, body) => advisors.call(method, path, body)
const run = async () => (await call('POST', `${API}/runs`)).body
const rulesOf = (findings: readonly { rule: string }[]) => findings.map(({ rule }) => rule)

it('compares settings before the database has been checked', async () => {
  const { body } = await call('GET', `${API}/report`)
  expect(body).toMatchObject({ checked_at: null, duration_ms: null, failed: [] })
  expect(rulesOf(body.findings)).toEqual([
    'auth_leaked_password_protection',
    'password_requirements_min_length',
    'auth_password_policy_missing',
  ])
  advisors.test.changeSettings({
    auth: { password_hibp_enabled: true, password_min_length: 12, mailer_otp_exp: 7200 },
  })
  expect(rulesOf((await call('GET', `${API}/report`)).body.findings)).toEqual([
    'auth_otp_long_expiry',
  ])
  advisors.test.changeSettings({ auth: { external_email_enabled: false, mailer_otp_exp: 7200 } })
  expect((await call('GET', `${API}/report`)).body.findings).toEqual([])
  advisors.test.changeSettings({})
})

it('keeps the result of a check, the most severe findings first', async () => {
  const report = await run()
  expect(report).toMatchObject({ failed: [], truncated: [] })
  expect(report.findings[0]).toMatchObject({
    rule: 'rls_disabled_in_public',
    cache_key: 'rls_disabled_in_public.public..parents',
    level: 'ERROR',
    name: 'parents',
    can_fix: true,
  })
  expect(await call('GET', `${API}/report`)).toEqual({ status: 200, body: report })
  const { body: summary } = await call('GET', `${API}/summary`)
  expect(summary).toMatchObject({ security: { ERROR: 1 }, performance: { ERROR: 0, INFO: 1 } })
  expect(summary.top).toEqual(report.findings.slice(0, 3))
})

it('documents every rule with a finding', async () => {
  const { body: rules } = await call('GET', `${API}/rules`)
  const names = rulesOf((await run()).findings)
  expect(rules.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(names))
})

it('ignores findings and rules until they are restored', async () => {
  const key = 'rls_disabled_in_public.public..parents'
  const { status, body: ignored } = await call('POST', `${API}/ignored`, {
    rule: 'rls_disabled_in_public',
    cache_key: key,
    reason: ' Public list ',
  })
  expect([status, ignored.reason]).toEqual([201, 'Public list'])
  expect((await call('GET', `${API}/summary`)).body.security.ERROR).toBe(0)
  expect((await run()).findings[0].cache_key).toBe(key)
  expect(advisors.audited.at(-1)).toMatchObject({ action: 'advisor.ignore', target: key })
  expect((await call('DELETE', `${API}/ignored/${ignored.id}`)).status).toBe(200)
  expect((await call('DELETE', `${API}/ignored/${ignored.id}`)).body.code).toBe(
    'ignored_finding_not_found',
  )
  expect((await call('GET', `${API}/summary`)).body.security.ERROR).toBe(1)
})

it.each([
  [{ rule: 'constructor', cache_key: null, reason: 'x' }, 404, 'advisor_rule_not_found'],
  [{ rule: 'no_primary_key', cache_key: 'x.y', reason: 'x' }, 404, 'advisor_rule_not_found'],
  [{ rule: 'no_primary_key', cache_key: null, reason: ' ' }, 400, 'invalid_request'],
])('refuses to ignore %o', async (body, status, code) => {
  const answer = await call('POST', `${API}/ignored`, body)
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

it('shows a correction, applies it, and records it as a migration with its inverse', async () => {
  const cacheKey = 'unindexed_foreign_keys.public..todos.todos_parent_fkey'
  const { body: fix } = await call('POST', `${API}/fixes/preview`, { cache_key: cacheKey })
  expect(fix).toMatchObject({
    statements: ['create index concurrently "todos_parent_idx" on "public"."todos" ("parent");'],
    undo: ['drop index if exists "public"."todos_parent_idx";'],
    locks: [{ object: 'public.todos' }],
  })
  const { statements } = fix
  const { status, body } = await call('POST', `${API}/fixes`, { cache_key: cacheKey, statements })
  expect(status).toBe(200)
  expect(rulesOf(body.findings)).not.toContain('unindexed_foreign_keys')
  const migrations = await advisors.test.database.as('postgres').many(
    sql`
      select name, statements, rollback, created_by, details
      from supabase_migrations.schema_migrations`,
    z.unknown(),
  )
  expect(migrations).toMatchObject([
    {
      statements,
      rollback: fix.undo,
      created_by: 'ada@example.com',
      details: { source: 'advisors' },
    },
  ])
  const again = await call('POST', `${API}/fixes`, { cache_key: cacheKey, statements })
  expect(again).toMatchObject({ status: 404, body: { code: 'finding_not_found' } })
})

it('replaces the index that an interrupted creation has left', async () => {
  await advisors.test.run('drop index public.todos_parent_idx')
  await advisors.test.run('create index todos_parent_idx on public.todos (parent)')
  await advisors.test.run(
    `update pg_index set indisvalid = false
      where indexrelid = 'public.todos_parent_idx'::regclass`,
    'supabase_admin',
  )
  const cache_key = 'unindexed_foreign_keys.public..todos.todos_parent_fkey'
  const { statements } = (await call('POST', `${API}/fixes/preview`, { cache_key })).body
  expect(statements[0]).toBe('drop index concurrently if exists "public"."todos_parent_idx";')
  expect((await call('POST', `${API}/fixes`, { cache_key, statements })).status).toBe(200)
})

it('does not run SQL other than the composed one', async () => {
  const cache_key = 'rls_disabled_in_public.public..parents'
  const statements = ['drop table public.parents;']
  const { status, body } = await call('POST', `${API}/fixes`, { cache_key, statements })
  expect([status, body.code]).toEqual([409, 'fix_changed'])
  expect(body.details.statements).toEqual([
    'alter table "public"."parents" enable row level security;',
  ])
})

it('says that another transaction holds the lock, and changes nothing', async () => {
  const cache_key = 'rls_disabled_in_public.public..parents'
  const { statements } = (await call('POST', `${API}/fixes/preview`, { cache_key })).body
  const client = await advisors.test.database.connect('postgres', 'test')
  await client.query('begin; lock table public.parents in access share mode')
  const { status, body } = await call('POST', `${API}/fixes`, { cache_key, statements })
  await client.end()
  expect([status, body.code]).toEqual([409, 'fix_blocked'])
  expect(rulesOf((await run()).findings)).toContain('rls_disabled_in_public')
}, 20_000)

it.each([
  ['nonsense', 404, 'advisor_rule_not_found'],
  ['%E0%A4%A', 404, 'advisor_rule_not_found'],
  ['no_primary_key.public..missing', 404, 'finding_not_found'],
  ['rls_enabled_no_policy.public..todos', 409, 'no_fix'],
])('has no correction for %s', async (cache_key, status, code) => {
  const answer = await call('POST', `${API}/fixes/preview`, { cache_key })
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

it('limits the findings of a rule and says so', async () => {
  await advisors.test.run(`
    do $$ begin
      for i in 1..${MAX_FINDINGS_PER_RULE + 5} loop
        execute format('create table public.many_%s (id int)', i);
      end loop;
    end $$`)
  const report = await run()
  const count = rulesOf(report.findings).filter((rule) => rule === 'no_primary_key').length
  expect(count).toBe(MAX_FINDINGS_PER_RULE)
  expect(report.truncated).toContain('no_primary_key')
  await advisors.test.run(`
    do $$ begin
      for i in 1..${MAX_FINDINGS_PER_RULE + 5} loop
        execute format('drop table public.many_%s', i);
      end loop;
    end $$`)
})

it('reports a lint that cannot run, and the findings of the others', async () => {
  const client = await advisors.test.database.connect('postgres', 'test')
  await client.query('begin; lock table storage.buckets in access exclusive mode').catch(() => {})
  await client.query('rollback')
  await client.end()
  await advisors.test.run('alter table storage.buckets rename to moved', 'supabase_admin')
  const report = await run()
  await advisors.test.run('alter table storage.moved rename to buckets', 'supabase_admin')
  expect(report.failed).toEqual([
    { rule: 'public_bucket_allows_listing', message: 'Postgres rejected the query (42P01).' },
  ])
  expect(rulesOf(report.findings)).toContain('rls_disabled_in_public')
})

it('queues one check for many changes of the schema', async () => {
  const { project } = advisors.test
  const added: unknown[] = []
  const watched = { ...project, addJob: async (...job: unknown[]) => void added.push(job) }
  await advisors.service.start?.(watched)
  await expect
    .poll(async () => {
      await advisors.test.run(`comment on table public.todos is 'a'`)
      return added.length
    })
    .toBe(1)
  await advisors.test.run(`comment on table public.todos is 'b'`)
  await advisors.service.stop?.(watched)
  expect(added).toMatchObject([['advisors', 'run', {}, { key: 'schema' }]])
})

it('keeps keys apart whose names contain separators', () => {
  expect(cacheKeyOf('r', ['a.b', 'c'])).not.toBe(cacheKeyOf('r', ['a', 'b.c']))
  expect(cacheKeyOf('r', ['x'.repeat(2000)])).toMatch(/^r\.[\da-f]{64}$/)
})

it.each([
  ['(auth.uid() = user_id)', '((select auth.uid()) = user_id)'],
  [`(current_setting('a.b'::text, true) = x)`, `((select current_setting('a.b'::text, true)) = x)`],
  ['(( SELECT auth.uid() AS uid) = user_id)', undefined],
  [`(note = 'it''s auth.uid()')`, undefined],
  ['("auth.uid()" = my_auth.uid())', undefined],
  ['(private.current_setting(x) = y)', undefined],
])('wraps the calls of %s', (expression, wrapped) => {
  expect(hasBareCalls(expression)).toBe(wrapped !== undefined)
  expect(wrapCalls(expression)).toBe(wrapped ?? expression)
})
