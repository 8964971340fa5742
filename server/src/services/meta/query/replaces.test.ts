import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { rawSql, sql } from '../../../postgres/sql.ts'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create type public.mood as enum ('calm');
    create function public.feel(how public.mood) returns int language sql as 'select 1';
    create procedure public.go() language sql as 'select 1';
    create view public.seen with (security_invoker = true) as select 1 as one;
    create table public."Notes" (id int);
    create policy "it's" on public."Notes" to anon, authenticated using (id > 1);
    create publication "Changes"; create role clerk`)
})
afterAll(() => meta.stop())

const item = async (kind: 'functions' | 'views', name: string) => {
  const { body } = await meta.call(
    'GET',
    `/objects/${kind}?schema=public&search=${name}&limit=10&offset=0`,
  )
  return body.items[0]
}
const functionNow = async (name: string) => {
  const { id } = await item('functions', name)
  const { body } = await meta.call('GET', `/objects/functions/${id}`)
  return { kind: 'function', id, definition: body.definition }
}
const viewNow = async () => {
  const { id, query: text, options } = await item('views', 'seen')
  return { kind: 'view', id, query: text, options }
}
const replace = (sql: string, replaces: object) =>
  meta.call('POST', '/query', query(sql, { is_migration: true, replaces }))

const FEEL = (value: number) =>
  `create or replace function public.feel(how public.mood) returns int language sql as 'select ${value}'`
const GO = (value: number) =>
  `create or replace procedure public.go() language sql as 'select ${value}'`
const SEEN = (value: number) =>
  `create or replace view public.seen with (security_invoker = true) as select ${value} as one`

it.each([
  ['function', () => functionNow('feel'), FEEL],
  ['procedure', () => functionNow('go'), GO],
  ['view', viewNow, SEEN],
])('replaces a %s that is as it was read, and not one that changed', async (_kind, read, text) => {
  const first = await read()
  expect((await replace(text(2), first)).status).toBe(200)
  expect(await read()).not.toEqual(first)
  expect(await replace(text(3), first)).toMatchObject({
    status: 409,
    body: { code: 'definition_changed' },
  })
  expect((await replace(text(3), await read())).status).toBe(200)
})

it.each([
  ['function', () => functionNow('feel'), FEEL],
  ['view', viewNow, SEEN],
])('does not overwrite a %s that another transaction is changing', async (_kind, read, text) => {
  const before = await read()
  const client = await meta.test.database.connect('postgres', 'test')
  await client.query(`begin; ${text(7)}`)
  const waiting = replace(text(8), before)
  // A transaction sees the sessions as they were when it first asked.
  const isBlocked = sql`select exists (select from pg_stat_activity
    where wait_event_type = 'Lock' and application_name like '%editor') as blocked`
  const Row = z.object({ blocked: z.boolean() })
  await expect
    .poll(() => meta.test.database.as('postgres').one(isBlocked, Row), { timeout: 10_000 })
    .toEqual({ blocked: true })
  await client.query('commit')
  await client.end()
  expect(await waiting).toMatchObject({ status: 409, body: { code: 'definition_changed' } })
  expect(JSON.stringify(await read())).toContain('7')
})

it('reports that the object was dropped', async () => {
  const before = await functionNow('go')
  await meta.test.run('drop procedure public.go()')
  expect((await replace(GO(1), before)).body).toMatchObject({ code: 'definition_changed' })
})

const policyNow = async () => {
  const { body } = await meta.call(
    'GET',
    `/objects/policies?schema=public&search=Notes&limit=10&offset=0`,
  )
  const { name, roles, using, check } = body.items[0].policies[0]
  return { kind: 'policy', schema: 'public', table: 'Notes', name, roles, using, check }
}
const parameterNow = async () => {
  const { body } = await meta.call('GET', '/parameters')
  const { overrides } = body.parameters.find(
    ({ name }: { name: string }) => name === 'lock_timeout',
  )
  const value = overrides.find(({ role }: { role: string }) => role === 'anon')?.value ?? null
  return { kind: 'parameter', name: 'lock_timeout', role: 'anon', value }
}
const RULE = (value: number) => `alter policy "it's" on public."Notes" using (id > ${value})`
const TIMEOUT = (value: number) => `alter role anon set lock_timeout = '${value}s'`

it.each([
  ['policy', policyNow, RULE],
  ['parameter', parameterNow, TIMEOUT],
])('changes a %s that is as it was read, and not one that changed', async (_kind, read, text) => {
  const first = await read()
  expect((await replace(text(2), first)).status).toBe(200)
  expect(await read()).not.toEqual(first)
  expect(await replace(text(3), first)).toMatchObject({
    status: 409,
    body: { code: 'definition_changed' },
  })
  expect((await replace(text(3), await read())).status).toBe(200)
})

const COMMENTED: readonly [string, string, string, string][] = [
  ['function', 'pg_proc', 'function public.feel(public.mood)', `'public.feel'::regproc::oid`],
  ['view', 'pg_class', 'view public.seen', `'public.seen'::regclass::oid`],
  ['type', 'pg_type', 'type public.mood', `'public.mood'::regtype::oid`],
  ['schema', 'pg_namespace', 'schema public', `'public'::regnamespace::oid`],
  ['role', 'pg_authid', 'role clerk', `'clerk'::regrole::oid`],
  [
    'publication',
    'pg_publication',
    'publication "Changes"',
    `(select oid from pg_publication where pubname = 'Changes')`,
  ],
]

it.each(COMMENTED)(
  'changes the comment of a %s that is as it was read, and not a newer one',
  async (kind, catalog, target, id) => {
    const Row = z.object({ id: z.coerce.number() })
    const found = await meta.test.database
      .as('postgres')
      .one(sql`select ${rawSql(id)}::bigint as id`, Row)
    const describe = (comment: string, seen: string | null) =>
      meta.call(
        'POST',
        '/query',
        query(`comment on ${target} is '${comment}'`, {
          is_migration: kind !== 'role',
          replaces: { kind: 'comment', catalog, id: found.id, comment: seen },
        }),
      )
    await meta.test.run(`comment on ${target} is 'first'`)
    expect((await describe('mine', 'first')).status).toBe(200)
    expect(await describe('stale', 'first')).toMatchObject({
      status: 409,
      body: { code: 'definition_changed', details: { current: { comment: 'mine' } } },
    })
    expect((await describe('newest', 'mine')).status).toBe(200)
    await meta.test.run(`comment on ${target} is null`)
    expect(await describe('stale', 'newest')).toMatchObject({
      body: { details: { current: { comment: null } } },
    })
  },
)

it('changes the comment of a policy that is unchanged since it was read, but not a newer one', async () => {
  const describe = (comment: string, seen: string | null) =>
    meta.call(
      'POST',
      '/query',
      query(`comment on policy "it's" on public."Notes" is '${comment}'`, {
        is_migration: true,
        replaces: {
          kind: 'policy_comment',
          schema: 'public',
          table: 'Notes',
          name: "it's",
          comment: seen,
        },
      }),
    )
  expect((await describe('mine', null)).status).toBe(200)
  expect(await describe('stale', null)).toMatchObject({
    status: 409,
    body: { code: 'definition_changed', details: { current: { comment: 'mine' } } },
  })
})
