import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetaApp, query, rita, type MetaApp } from '../../../../test/meta/app.ts'

let app: MetaApp
beforeAll(async () => {
  app = await createMetaApp()
})
afterAll(() => app.stop())

const run = (sql: string, options: object = {}) =>
  app.call('POST', '/query', query(sql, { keeps_history: true, ...options }))

it('records how a run of the editor ended', async () => {
  await run('select generate_series(1, 3)')
  expect(app.recorded.at(-1)).toMatchObject({
    sql: 'select generate_series(1, 3)',
    isMasked: false,
    ended: 'committed',
    rowCount: 3,
    errorCode: null,
    role: null,
  })
  await run('begin; create table left_open ()')
  expect(app.recorded.at(-1)).toMatchObject({ ended: 'left_open' })
  await run("select 'Flint'::int")
  expect(app.recorded.at(-1)).toMatchObject({
    ended: null,
    rowCount: null,
    errorCode: 'query_failed',
    errorMessage: 'invalid input syntax for type integer: "Flint"',
  })
  await run('select 1', { impersonate: { role: 'anon' } })
  expect(app.recorded.at(-1)).toMatchObject({ role: 'anon' })
})

it('records the runs of members who can only read', async () => {
  await app.call('POST', '/query', query('select 7', { keeps_history: true }), rita)
  expect(app.recorded.at(-1)).toMatchObject({ sql: 'select 7', ended: 'committed' })
})

it('repeats no credential in a text or a message', async () => {
  await run("select 'password hunter2'::int")
  expect(app.recorded.at(-1)).toMatchObject({
    sql: "select '***'::int",
    isMasked: true,
    errorMessage: null,
  })
  const count = app.recorded.length
  await run("select vault.create_secret('hunter2')")
  expect(app.recorded).toHaveLength(count)
})

it('records no plans, no migrations and no reads of other pages', async () => {
  const count = app.recorded.length
  await run('select 1', { explain: 'plan' })
  await run('create table recorded_elsewhere ()', { is_migration: true })
  await app.call('POST', '/query', query('select 1'))
  expect(app.recorded).toHaveLength(count)
})
