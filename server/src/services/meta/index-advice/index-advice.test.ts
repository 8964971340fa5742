import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, rita, type MetaApp } from '../../../../test/meta/app.ts'
import { withSchema } from './renamed.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create schema "My shop";
    create table "My shop"."Order" (
      id int primary key, "customer id" int, status text, placed_at timestamptz
    );
    create table public.customers (id int primary key, email text);
    insert into "My shop"."Order"
      select n, n % 2000, case n % 100 when 0 then 'open' else 'done' end,
        '2026-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 20000) n;
    insert into public.customers select n, n || '@example.com' from generate_series(1, 2000) n;
    create table public.wide as
      select n as id, repeat(md5(n::text), 32) as text from generate_series(1, 20000) n;
    create table public.few (id int, note text);
    create view public.open_orders as select * from "My shop"."Order" where status = 'open';
    analyze;
  `)
})
afterAll(() => meta.stop())

const advise = (sql: string) => meta.call('POST', '/index-advice', { sql })
const ORDER = '"My shop"."Order"'

it.each([
  ['a filter', `select * from ${ORDER} where "customer id" = 7`, [['customer id']]],
  ['a parameter', `select * from ${ORDER} as o where o."customer id" = $1;`, [['customer id']]],
  ['an order', `select id from ${ORDER} order by placed_at desc limit 10`, [['placed_at']]],
  [
    'a join',
    `select c.id from customers c join ${ORDER} o on o."customer id" = c.id where c.email = '7@example.com'`,
    [['customer id'], ['email']],
  ],
  [
    'an equality with a range',
    `delete from ${ORDER} where status = 'done' and placed_at > '2026-01-14 21:00'`,
    [['placed_at']],
  ],
])('suggests an index for %s, and says what it saves', async (_what, text, expected) => {
  const { status, body } = await advise(text)
  expect([status, body.message]).toEqual([200, undefined])
  const columns = body.suggestions.map((suggestion: { columns: string[] }) => suggestion.columns)
  expect(columns.toSorted()).toEqual(expected)
  expect(body.suggestions.at(-1).cost_after).toBeLessThan(body.cost_before * 0.9)
  expect(body.measured).toContainEqual({
    schema: 'My shop',
    table: 'Order',
    rows: 20_000,
    copied_rows: 20_000,
  })
})

it('measures a part of a large table', async () => {
  const { body } = await advise('select * from wide where id = 7')
  expect(body.suggestions).toMatchObject([{ columns: ['id'] }])
  expect(body.measured[0].copied_rows).toBeGreaterThan(5000)
  expect(body.measured[0].copied_rows).toBeLessThan(18_000)
})

it('suggests SQL that runs, and nothing more once the index exists', async () => {
  const text = `select * from ${ORDER} where "customer id" = 7`
  const [{ sql }] = (await advise(text)).body.suggestions
  expect(sql).toBe('create index concurrently on "My shop"."Order" ("customer id");')
  await meta.test.run(sql)
  expect((await advise(text)).body.suggestions).toEqual([])
  await meta.test.run('drop index "My shop"."Order_customer id_idx"')
})

it('leaves no objects after any statement', async () => {
  await advise(`delete from ${ORDER}`)
  await advise(`select pg_sleep(60) from ${ORDER} where "customer id" = 1`)
  const { body } = await meta.call('GET', '/objects/schemas')
  const names: string[] = body.map(({ name }: { name: string }) => name)
  expect(names.filter((name) => name.startsWith('stoa_advice'))).toEqual([])
  expect((await advise(`select count(*) from ${ORDER}`)).body.measured[0].rows).toBe(20_000)
})

it.each([
  ['two statements', 'select 1; drop table public.few', 400, 'one_statement_expected'],
  ['a small table', 'select * from few where id = 1', 400, 'nothing_to_measure'],
  ['a view', 'select * from open_orders', 400, 'nothing_to_measure'],
  ['a syntax error', 'selec 1', 400, 'syntax_error'],
  ['a statement that would run', `analyze select 1`, 400, 'syntax_error'],
  ['a missing table', 'select * from missing', 400, 'undefined_table'],
])('refuses %s', async (_what, text, status, code) => {
  const answer = await advise(text)
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

describe('the plan of a statement', () => {
  const planned = async (sql: string) => meta.call('POST', '/generic-plan', { sql })

  it('needs no values for parameters, and runs nothing', async () => {
    const { status, body } = await planned(`delete from ${ORDER} where "customer id" = $1;`)
    expect(status).toBe(200)
    expect(JSON.parse(body.plan)).toMatchObject([{ Plan: { 'Node Type': 'ModifyTable' } }])
    expect((await advise(`select count(*) from ${ORDER}`)).body.measured[0].rows).toBe(20_000)
  })

  it('is made with the rights of the member', async () => {
    await meta.test.run('create table public.private (id int); revoke all on private from public')
    const text = 'insert into private values ($1)'
    expect((await planned(text)).status).toBe(200)
    const { status, body } = await meta.call('POST', '/generic-plan', { sql: text }, rita)
    expect([status, body.code]).toEqual([403, 'permission_denied'])
  })

  it.each([
    ['two statements', 'select 1; commit; drop table public.few', 'one_statement_expected'],
    ['a statement that would run', 'analyze select 1', 'syntax_error'],
    ['a command', 'vacuum', 'syntax_error'],
  ])('is refused for %s', async (_what, text, code) => {
    expect((await planned(text)).body.code).toBe(code)
  })
})

it('replaces tables by their copies, and leaves texts and other names alone', () => {
  const tables = [
    { schema: 'public', name: 'orders' },
    { schema: 'My "shop"', name: 'Order' },
  ]
  expect(
    withSchema(
      `select public.orders.id, 'public.orders', other.orders from Public.Orders, "My ""shop"""."Order"`,
      tables,
      'copy',
    ),
  ).toBe(
    `select "copy".orders.id, 'public.orders', other.orders from "copy".Orders, "copy"."Order"`,
  )
})

describe('slow statements', () => {
  const slow = async () => (await meta.call('GET', '/slow-statements')).body

  it('are not available without pg_stat_statements', async () => {
    expect(await slow()).toEqual({ is_available: false, statements: [] })
  })

  it('come from the engine’s statistics, without the catalog and without values', async () => {
    await meta.test.run(
      'create extension pg_stat_statements with schema extensions',
      'supabase_admin',
    )
    await meta.test.run(`create table public.slow_one (a int, b text);
      select count(*) from slow_one where b = 'a value'`)
    await meta.test.run(`select count(*) from slow_one where b = 'another'`)
    const { is_available: isAvailable, statements } = await slow()
    expect(isAvailable).toBe(true)
    expect(statements).toContainEqual({
      id: expect.any(String),
      statement: 'select count(*) from slow_one where b = $1',
      calls: 2,
      total_ms: expect.any(Number),
      mean_ms: expect.any(Number),
    })
    const texts = statements.map(({ statement }: { statement: string }) => statement).join()
    expect(texts).not.toMatch(/pg_class|create table/)
  })
})
