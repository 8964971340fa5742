import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAlertsApp, type AlertsApp } from '../../../test/alerts/app.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { sql } from '../../postgres/sql.ts'
import { runQuery } from './run-query.ts'

let app: AlertsApp
let database: TestProject

beforeAll(async () => {
  ;[app, database] = await Promise.all([createAlertsApp(), createTestProject()])
  await database.run(`
    create table public.orders (id int primary key, note text);
    insert into public.orders select n, 'order ' || n from generate_series(1, 250) n;`)
  app.setRunning(true)
})
afterAll(async () => {
  await app.stop()
  await database.stop()
})

const settingsOf = (change: object = {}) => ({
  name: 'Orders',
  sql: 'select count(*) from orders',
  schedule: '*/5 * * * *',
  timeout_seconds: 5,
  enabled: true,
  mail_to: [],
  ...change,
})
const create = async (change: object = {}) =>
  (await app.call('POST', 'queries', settingsOf(change))).body
const run = async (id: string) => {
  await app.runJob(database.project, { id, isManual: false })
  return (await app.call('GET', `queries/${id}/runs`)).body[0]
}
const read = (text: string, timeoutMs = 5000) =>
  runQuery(database.project, {
    text,
    role: 'postgres',
    timeoutMs,
    signal: new AbortController().signal,
  })

it('runs on its schedule, and plans the next run before it runs', async () => {
  const query = await create()
  expect(query).toMatchObject({ author: app.owner.email, last_run: null })
  const [planned] = app.jobs.filter(({ payload }) => payload['id'] === query.id)
  expect(planned?.runAt?.toISOString()).toBe(query.next_run_at)
  expect(await run(query.id)).toMatchObject({
    state: 'succeeded',
    first_value: 250,
    row_count: 1,
    error: null,
  })
  expect(app.jobs.filter(({ payload }) => payload['id'] === query.id)).toHaveLength(2)
})

it('keeps the first rows of a result, and mails them as CSV', async () => {
  const query = await create({ sql: 'table orders order by id', mail_to: [app.owner.email] })
  const { id } = await run(query.id)
  const { body: result } = await app.call('GET', `queries/${query.id}/runs/${id}`)
  expect(result).toMatchObject({ row_count: 100, is_limited: true, columns: ['id', 'note'] })
  expect(result.rows[99]).toEqual(['100', 'order 100'])
  await app.minute()
  expect(app.mails.at(-1)).toMatchObject({ to: app.owner.email })
  expect(app.mails.at(-1)?.text).toContain('id,note\r\n1,order 1\r\n')
})

it.each([
  ['several statements', 'select 1; drop table orders', 'cannot insert multiple commands'],
  ['a statement that writes', 'delete from orders returning id', 'syntax error'],
  [
    'a function that writes',
    `select set_config('transaction_read_only', 'off', true)`,
    'must be set before any query',
  ],
  ['the end of the transaction', 'commit', 'syntax error'],
  ['a query that is too slow', 'select pg_sleep(20)', 'statement timeout'],
])('refuses %s', async (_what, text, message) => {
  const timeoutMs = text.includes('pg_sleep') ? 300 : 5000
  const { error } = await read(text, timeoutMs)
  expect(error).toMatch(new RegExp(`${message}|took longer`))
  expect((await read('select count(*) from orders')).first_value).toBe(250)
})

it('keeps at most 64 kB of a result', async () => {
  const result = await read(`select repeat('x', 30000) from generate_series(1, 10)`)
  expect(result).toMatchObject({ row_count: 2, is_limited: true })
})

it('fires when the result is above the threshold, and cannot be deleted while a rule uses it', async () => {
  const query = await create({ name: 'Count' })
  const condition = {
    kind: 'query',
    query_id: query.id,
    of: 'first_value',
    comparison: 'above',
    threshold: 200,
  }
  const { body: rule } = await app.call('POST', 'rules', {
    name: 'Many orders',
    condition,
    minutes: 1,
    severity: 'info',
    enabled: true,
    notifies_owners: false,
    channel_ids: [],
    repeat_minutes: null,
  })
  const state = async () =>
    (await app.call('GET', 'rules')).body.find(({ id }: { id: string }) => id === rule.id)
  await app.minute()
  expect(await state()).toMatchObject({ state: 'ok', unevaluated: 'no_data' })
  await run(query.id)
  await app.minute()
  expect(await state()).toMatchObject({ state: 'firing', value: 250 })
  const refused = await app.call('DELETE', `queries/${query.id}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'scheduled_query_in_use'])
  await app.call('DELETE', `rules/${rule.id}`)
  expect((await app.call('DELETE', `queries/${query.id}`)).status).toBe(200)
})

it('adds the job of a query again that a crash has lost', async () => {
  const query = await create({ name: 'Lost' })
  app.jobs.length = 0
  app.test.clock.at = new Date(app.test.clock.at.getTime() + 20 * 60_000)
  await app.minute()
  expect(app.jobs.filter(({ payload }) => payload['id'] === query.id)).toHaveLength(1)
})

it('does not run for an author who has left', async () => {
  const query = await create({ name: 'Left' })
  const session = app.test.control.database.as('supabase_admin')
  await session.run(sql`delete from platform.members where user_id = ${app.owner.userId}::uuid`)
  expect(await run(query.id)).toMatchObject({
    state: 'failed',
    error: 'The author of the query no longer has access. Save it again to take it over.',
  })
})

it.each([
  ['a schedule that is none', { schedule: 'sometimes' }, 'invalid_schedule'],
  ['a schedule of seconds', { schedule: '5 seconds' }, 'invalid_schedule'],
  ['a recipient who is no member', { mail_to: ['a@example.com'] }, 'alert_recipient_unknown'],
])('refuses %s', async (_what, change, code) => {
  const { body } = await app.call('POST', 'queries', settingsOf(change))
  expect(body.code).toBe(code)
})
