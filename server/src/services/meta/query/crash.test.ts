import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../../lib/clock.ts'
import { ada, createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'
import { memberId } from '../../../project/member.ts'
import { WRITER } from './rights.ts'
import { createRuns } from './runs.ts'
import { createTransactions } from './transactions/transactions.ts'
import { createTypeNames } from './type-names.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(
    'create table kept (id int primary key); create view sleepy as select pg_sleep(600)::text',
  )
})
afterAll(() => meta.stop())

function newParts() {
  const parts = { clock: systemClock, typeNames: createTypeNames() }
  return { ...parts, transactions: createTransactions(parts) }
}

const run = (sql: string) => meta.call('POST', '/query', query(sql))

/** The process number of the backend that runs this text, once it does. */
async function pidOf(text: string): Promise<number> {
  for (;;) {
    const { body } = await run(
      `select pid from pg_stat_activity
       where state = 'active' and pid <> pg_backend_pid() and query like '%${text}%'`,
    )
    const pid = body.results?.[0]?.rows[0]?.[0]
    if (pid !== undefined) return Number(pid)
  }
}

it('stopping a project ends its runs with a reason', async () => {
  const runs = createRuns(newParts())
  const request = { ...query('select pg_sleep(603)'), row_limit: 1, timeout_ms: 60_000 }
  const running = runs.run(meta.test.project, ada, {
    request,
    rights: WRITER,
    signal: new AbortController().signal,
  })
  await Promise.all([
    expect(running).rejects.toMatchObject({ code: 'project_stopping', status: 503 }),
    pidOf('select pg_sleep(603)').then(() => runs.stop(meta.test.project)),
  ])
})

it('stopping a project rolls back its open transactions, and says so', async () => {
  const { transactions, ...parts } = newParts()
  const runs = createRuns({ ...parts, transactions })
  const id = randomUUID()
  await runs.run(meta.test.project, ada, {
    request: { ...query('create table never_kept ()'), row_limit: 1, timeout_ms: 60_000 },
    rights: WRITER,
    signal: new AbortController().signal,
    transaction: { id, isOpen: false, impersonation: undefined, isRevoked: async () => false },
  })
  await transactions.stop(meta.test.project)
  expect(transactions.list(meta.test.project.ref, memberId(ada))).toMatchObject([
    { id, state: 'rolled_back', reason: 'project_stopped' },
  ])
  expect((await run("select to_regclass('never_kept')")).body.results[0].rows).toEqual([[null]])
})

it('a run whose client has gone is never started', async () => {
  const runs = createRuns(newParts())
  const request = { ...query('create table never ()'), row_limit: 1, timeout_ms: 60_000 }
  const options = { request, rights: WRITER, signal: AbortSignal.abort() }
  await expect(runs.run(meta.test.project, ada, options)).rejects.toMatchObject({
    code: 'query_cancelled',
  })
  expect((await run("select to_regclass('never')")).body.results[0].rows).toEqual([[null]])
})

it('too many concurrent runs are rejected before they open a connection', async () => {
  const bodies = Array.from({ length: 10 }, (_, n) => query(`select pg_sleep(${700 + n})`))
  const running = bodies.map((body) => meta.call('POST', '/query', body))
  expect(await run('select 1')).toMatchObject({ status: 429, body: { code: 'too_many_queries' } })
  for (const body of bodies)
    expect((await meta.call('POST', `/query/${body.run_id}/cancel`)).body).toEqual({
      cancelled: true,
    })
  for (const answer of await Promise.all(running)) expect(answer.status).toBe(409)
})

it('a crash of Postgres is reported as a lost connection, for SQL text and for rows', async () => {
  const id = await meta.idOf('sleepy')
  const text = run('insert into kept values (1); select pg_sleep(604); select 1')
  const rows = meta.call('POST', `/tables/${id}/rows/list`, {})
  await pidOf('"sleepy"')
  // Postgres restarts all backends when one is killed.
  process.kill(await pidOf('select pg_sleep(604)'), 'SIGKILL')
  expect(await text).toMatchObject({
    status: 503,
    body: { code: 'connection_lost', details: { may_have_committed: false } },
  })
  expect(await rows).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
})
