import type { BackfillDefinition } from '@stoa/contract/services/meta/backfills'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'
import { systemClock } from '../../../lib/clock.ts'
import type { JobPayload } from '../../../project/project.ts'
import { MAX_JOB_ATTEMPTS } from './limits.ts'
import { runBackfill } from './run-backfill.ts'
import { runStep } from './run-step.ts'
import { recoverBackfills } from './start-backfill.ts'

let meta: MetaApp
const queued: JobPayload[] = []

beforeAll(async () => {
  meta = await createMetaApp()
  Object.assign(meta.test.project, {
    addJob: async (_service: string, _job: string, payload: JobPayload) =>
      void queued.push(payload),
  })
  await meta.test.run('create schema "My ""S"""')
})
afterAll(() => meta.stop())

const TABLE = '"My ""S"""."it\'s 🐘"'

beforeEach(async () => {
  queued.length = 0
  await meta.test.run(`
    drop table if exists ${TABLE};
    create table ${TABLE} (id int, part text, n int, "a""b" text, primary key (part, id));
    insert into ${TABLE} select n, 'p' || n % 3, n from generate_series(1, 5000) n`)
})

const value = (text: string) => ({ kind: 'literal' as const, value: text })
const sqlValue = (text: string) => ({ kind: 'expression' as const, value: text })
const FILL: BackfillDefinition = {
  column: 'a"b',
  value: value("it's"),
  rows: { kind: 'null' },
  set_not_null: false,
}

const idOf = async (): Promise<number> => {
  const { body } = await meta.call('GET', '/tables?schema=My%20%22S%22')
  return body[0].id
}
const post = async (definition: BackfillDefinition, options: object = {}) =>
  meta.call('POST', `/tables/${await idOf()}/backfills`, { definition, ...options })
const list = async () => (await meta.call('GET', `/tables/${await idOf()}/backfills`)).body
const rows = async (sql: string) =>
  (await meta.call('POST', '/query', query(sql))).body.results[0].rows
const count = async (condition: string) =>
  Number((await rows(`select count(*) from ${TABLE} where ${condition}`))[0][0])

/** Runs the queued jobs as a new process would. */
async function runQueued(signal = new AbortController().signal): Promise<void> {
  for (const payload of queued.splice(0))
    await runBackfill({ clock: systemClock }, meta.test.project, {
      payload,
      attempt: 1,
      isLastAttempt: false,
      signal,
    })
}

it('fills the rows that are NULL in batches, and reports how many', async () => {
  await meta.test.run(`update ${TABLE} set "a""b" = 'kept' where n % 10 = 0`)
  const started = await post(FILL)
  expect(started).toMatchObject({ status: 200, body: { total: 4500, id: expect.any(String) } })
  expect(await list()).toMatchObject([{ state: 'running', phase: 'fill', changed: 0, total: 4500 }])
  await runQueued()
  expect(await list()).toMatchObject([
    { state: 'done', changed: 4500, created_by: 'ada@example.com', message: null },
  ])
  expect(await count(`"a""b" = 'it''s'`)).toBe(4500)
})

it('changes each row once, although an interrupted job starts again between two batches', async () => {
  const { body } = await post({
    ...FILL,
    column: 'n',
    value: sqlValue('n + 1'),
    rows: { kind: 'matching', expression: 'n > 10 -- not the first' },
  })
  await runStep(meta.test.project, body.id, 700)
  await runStep(meta.test.project, body.id, 700)
  await expect(runQueued(AbortSignal.abort())).rejects.toThrow('abort')
  expect(await list()).toMatchObject([{ state: 'running', changed: 1400 }])
  // The queue was lost too.
  await recoverBackfills(meta.test.project)
  await runQueued()
  expect(await list()).toMatchObject([{ state: 'done', changed: 4990 }])
  expect(await count('n = id + 1')).toBe(4990)
  expect(await count('n = id')).toBe(10)
})

it('makes a column NOT NULL, with a migration that can be undone', async () => {
  const definition = { ...FILL, set_not_null: true }
  const preview = await post(definition, { dry_run: true })
  expect(preview.body).toMatchObject({ total: 5000, id: null })
  expect(preview.body.statements).toEqual([
    expect.stringMatching(/check \("a""b" is not null\) not valid$/),
    `update ${TABLE}\nset "a""b" = 'it''s'\nwhere "a""b" is null`,
    expect.stringContaining('validate constraint'),
    `alter table ${TABLE} alter column "a""b" set not null`,
    expect.stringContaining('drop constraint'),
  ])
  expect(await list()).toEqual([])
  await post(definition)
  await runQueued()
  expect(await list()).toMatchObject([{ state: 'done', changed: 5000 }])
  const table = (await meta.call('GET', `/tables/${await idOf()}`)).body
  expect(table.columns[3]).toMatchObject({ name: 'a"b', is_nullable: false })
  expect(table.constraints.filter(({ kind }: { kind: string }) => kind === 'check')).toEqual([])
  const { body: migrations } = await meta.call('GET', '/migrations')
  const { version } = migrations.items[0]
  expect((await meta.call('GET', `/migrations/${version}`)).body).toMatchObject({
    statements: preview.body.statements.filter((text: string) => /^update|set not null/.test(text)),
    rollback: [`alter table ${TABLE} alter column "a""b" drop not null`],
    created_by: 'ada@example.com',
    source: 'table_editor',
  })
  await meta.call('POST', `/migrations/${version}/revert`, {})
  const after = (await meta.call('GET', `/tables/${await idOf()}`)).body
  expect(after.columns[3].is_nullable).toBe(true)
})

it('refuses new NULLs from its first step on, before all rows have a value', async () => {
  const { body } = await post({ ...FILL, set_not_null: true })
  await runStep(meta.test.project, body.id, 100)
  await expect(meta.test.run(`insert into ${TABLE} values (0, 'new', 0, null)`)).rejects.toThrow(
    'violates check constraint',
  )
  await runQueued()
  expect(await list()).toMatchObject([{ state: 'done' }])
})

it('ends without its check if rows are still NULL', async () => {
  await post({
    ...FILL,
    rows: { kind: 'matching', expression: 'id > 100' },
    set_not_null: true,
  })
  await runQueued()
  expect(await list()).toMatchObject([
    { state: 'failed', changed: 4900, message: expect.stringContaining('Some rows still') },
  ])
  const table = (await meta.call('GET', `/tables/${await idOf()}`)).body
  expect(table.constraints.filter(({ kind }: { kind: string }) => kind === 'check')).toEqual([])
})

it('is canceled between two batches, and drops its check', async () => {
  const { body } = await post({ ...FILL, set_not_null: true })
  await runStep(meta.test.project, body.id, 100)
  await runStep(meta.test.project, body.id, 100)
  expect((await meta.call('POST', `/backfills/${body.id}/cancel`)).status).toBe(200)
  await runQueued()
  expect(await list()).toMatchObject([{ state: 'canceled', changed: 100 }])
  await meta.test.run(`insert into ${TABLE} values (0, 'new', 0, null)`)
  expect(await meta.call('POST', `/backfills/${body.id}/cancel`)).toMatchObject({
    status: 404,
    body: { code: 'backfill_not_found' },
  })
})

it('waits for rows that another transaction has locked, and does not change them twice', async () => {
  const { body } = await post(FILL)
  const other = await meta.test.database.connect('postgres', 'other')
  await other.query(`begin; update ${TABLE} set n = 0 where id = 1`)
  await expect(runStep(meta.test.project, body.id, 5000)).rejects.toMatchObject({
    code: 'lock_timeout',
  })
  await other.query('rollback')
  await other.end()
  await runQueued()
  expect(await list()).toMatchObject([{ state: 'done', changed: 5000 }])
})

it('reports the reason of Postgres for a value that a row cannot have', async () => {
  await post({ ...FILL, column: 'n', value: sqlValue('1 / (id - 3000)'), rows: { kind: 'all' } })
  await runQueued()
  expect(await list()).toMatchObject([{ state: 'failed', message: 'division by zero' }])
})

it.each([
  [{ value: sqlValue('1; drop table x') }, 'invalid_expression'],
  [{ rows: { kind: 'matching' as const, expression: 'true) or (true' } }, 'invalid_expression'],
  [{ rows: { kind: 'matching' as const, expression: 'nowhere = 1' } }, 'undefined_column'],
  [{ column: 'nowhere' }, 'column_not_found'],
  [{ value: null }, 'backfill_changes_nothing'],
  [{ column: 'id', set_not_null: true }, 'backfill_changes_nothing'],
])('refuses %j', async (part, code) => {
  const { status, body } = await post({ ...FILL, ...part })
  expect([body.code, status < 500]).toEqual([code, true])
  expect(queued).toEqual([])
})

it('refuses a second one for the same column, and a table without a key', async () => {
  await post(FILL)
  expect(await post(FILL)).toMatchObject({ status: 409, body: { code: 'backfill_running' } })
  await runQueued()
  await meta.test.run(`alter table ${TABLE} drop constraint "it's 🐘_pkey"`)
  expect(await post(FILL)).toMatchObject({ status: 400, body: { code: 'backfill_needs_key' } })
})

it('is not continued by a copy of the project', async () => {
  const { body } = await post(FILL)
  queued.length = 0
  const copy = { ...meta.test.project, ref: 'abcdefghijklmnopqrst' }
  await recoverBackfills(copy)
  expect(queued).toEqual([])
  await runBackfill({ clock: systemClock }, copy, {
    payload: { id: body.id },
    attempt: MAX_JOB_ATTEMPTS,
    isLastAttempt: true,
    signal: new AbortController().signal,
  })
  expect(await list()).toMatchObject([{ state: 'running', changed: 0 }])
})
