import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ada, bob, createMetaApp, query, rita, type MetaApp } from '../../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run('create table kept (id int)')
})
afterAll(() => meta.stop())

type RunOptions = {
  readonly isOpen?: boolean
  readonly member?: typeof ada
  readonly options?: object
}

const run = (id: string, sql: string, { isOpen = false, member = ada, options }: RunOptions = {}) =>
  meta.call(
    'POST',
    '/query',
    query(sql, { transaction: { id, is_open: isOpen }, ...options }),
    member,
  )
const auto = (sql: string) => meta.call('POST', '/query', query(sql))
const list = async (member = ada) =>
  (await meta.call('GET', '/transactions', undefined, member)).body.transactions
const find = async (id: string) =>
  (await list()).find((each: { id: string }) => each.id === id) ?? null
const end = (id: string, how: 'commit' | 'rollback', member = ada) =>
  meta.call('POST', `/transactions/${id}/${how}`, {}, member)
const ids = async () =>
  (await auto('select id from kept order by id')).body.results[0].rows.flat().map(Number)
/** Ends all transactions of a member, so that tests do not share the project's limit. */
async function endAll(member = ada) {
  for (const { id } of await list(member)) await end(id, 'rollback', member)
}

describe('a transaction that stays open', () => {
  it('continues with the next run and keeps its changes at the commit', async () => {
    const id = randomUUID()
    expect(
      (await run(id, 'insert into kept values (1); insert into kept values (2)')).body,
    ).toMatchObject({ ended: 'open', notices: [] })
    expect(await ids()).toEqual([])
    const { body } = await run(id, 'select count(*) from kept', { isOpen: true })
    expect(body).toMatchObject({ ended: 'open', results: [{ rows: [['2']] }] })
    expect(await find(id)).toMatchObject({
      state: 'open',
      statements: 3,
      is_running: false,
      role: null,
    })
    expect((await end(id, 'commit')).body).toEqual({ ended: 'committed' })
    expect(await find(id)).toBeNull()
    expect(await ids()).toEqual([1, 2])
  })

  it('binds parameters', async () => {
    const id = randomUUID()
    const parameters = [{ name: 'id', value: '70', type: 'automatic' }]
    await run(id, 'insert into kept values (:id)', { options: { parameters } })
    const { body } = await run(id, 'select id from kept where id = $1', {
      isOpen: true,
      options: { parameters: [{ name: '1', value: '70', type: 'bigint' }] },
    })
    expect(body.results[0].rows).toEqual([['70']])
    await end(id, 'rollback')
  })

  it('is unchanged by a statement that it explains, even if that fails', async () => {
    const id = randomUUID()
    await run(id, 'insert into kept values (71)')
    const explain = { isOpen: true, options: { explain: 'analyze' } }
    await run(id, 'delete from kept', explain)
    expect((await run(id, 'select 1/0', explain)).status).toBe(400)
    const { body } = await run(id, 'select 1 from kept where id = 71', { isOpen: true })
    expect(body).toMatchObject({ ended: 'open', results: [{ rows: [['1']] }] })
    await end(id, 'rollback')
  })

  it('discards its changes at the rollback', async () => {
    const id = randomUUID()
    await run(id, 'begin; insert into kept values (3)')
    expect((await end(id, 'rollback')).body).toEqual({ ended: 'rolled_back' })
    expect(await ids()).toEqual([1, 2])
    for (const how of ['commit', 'rollback'] as const)
      expect(await end(id, how)).toMatchObject({
        status: 404,
        body: { code: 'transaction_not_open' },
      })
  })

  it.each([
    ['committed', 'insert into kept values (4); commit', [1, 2, 4]],
    ['rolled_back', 'insert into kept values (5); rollback', [1, 2, 4]],
  ])('is %s by its own text', async (ended, sql, expected) => {
    const id = randomUUID()
    await run(id, 'select 1')
    expect((await run(id, sql, { isOpen: true })).body.ended).toBe(ended)
    expect(await find(id)).toBeNull()
    expect(await ids()).toEqual(expected)
  })

  it('accepts only a rollback after a failure', async () => {
    const id = randomUUID()
    await run(id, 'insert into kept values (6)')
    const failed = await run(id, 'select 1; select 1/0', { isOpen: true })
    expect(failed.body).toMatchObject({ code: 'query_failed', details: { statement: 2 } })
    expect(await find(id)).toMatchObject({ state: 'failed', statements: 2 })
    expect((await run(id, 'select 1', { isOpen: true })).body.code).toBe('transaction_failed')
    expect((await end(id, 'commit')).body.code).toBe('transaction_failed')
    expect((await end(id, 'rollback')).status).toBe(200)
    expect(await ids()).not.toContain(6)
  })

  it('continues after a rollback to a savepoint', async () => {
    const id = randomUUID()
    await run(id, 'insert into kept values (7); savepoint here')
    await run(id, 'selec', { isOpen: true })
    expect((await run(id, 'rollback to here', { isOpen: true })).body.ended).toBe('open')
    await end(id, 'commit')
    expect(await ids()).toContain(7)
  })

  it('does not stay open if its first statement fails', async () => {
    const id = randomUUID()
    expect((await run(id, 'selec 1')).body.code).toBe('query_failed')
    expect(await find(id)).toBeNull()
  })

  it('is not begun again when it was expected to be open', async () => {
    const { status, body } = await run(randomUUID(), 'insert into kept values (8)', {
      isOpen: true,
    })
    expect([status, body.code]).toEqual([404, 'transaction_not_open'])
    expect(await ids()).not.toContain(8)
  })

  it('reports a deferred constraint that fails at the commit, and is then over', async () => {
    await auto(`create table parent (id int primary key);
      create table child (parent int references parent deferrable initially deferred)`)
    const id = randomUUID()
    await run(id, 'insert into child values (1)')
    expect((await end(id, 'commit')).body.code).toBe('foreign_key_violation')
    expect(await find(id)).toBeNull()
  })

  it('refuses a statement that cannot run in it, and stays open', async () => {
    const id = randomUUID()
    await run(id, 'select 1')
    expect((await run(id, 'vacuum', { isOpen: true })).body.code).toBe('needs_autocommit')
    expect(await find(id)).toMatchObject({ state: 'open' })
    await end(id, 'rollback')
  })

  it('is stopped by a cancellation, and refuses a second text at the same time', async () => {
    const id = randomUUID()
    await run(id, 'select 1')
    const runId = randomUUID()
    const sleeping = run(id, 'select pg_sleep(60)', { isOpen: true, options: { run_id: runId } })
    await expect.poll(async () => (await find(id)).is_running).toBe(true)
    expect((await run(id, 'select 2', { isOpen: true })).body.code).toBe('transaction_busy')
    expect((await end(id, 'commit')).body.code).toBe('transaction_busy')
    await meta.call('POST', `/query/${runId}/cancel`, {})
    expect((await sleeping).body.code).toBe('query_cancelled')
    expect(await find(id)).toMatchObject({ state: 'failed' })
    await end(id, 'rollback')
  })
})

describe('the role of a transaction', () => {
  const anon = { options: { impersonate: { role: 'anon' } } }

  it('applies to all its statements', async () => {
    const id = randomUUID()
    await run(id, 'select 1', anon)
    const { body } = await run(id, 'select current_user', { isOpen: true, ...anon })
    expect(body.results[0].rows).toEqual([['anon']])
    expect(await find(id)).toMatchObject({ role: 'anon' })
    expect((await run(id, 'select 1', { isOpen: true })).body.code).toBe('transaction_role_differs')
    await end(id, 'rollback')
  })

  it('is not that of a member who can only read', async () => {
    const refused = await run(randomUUID(), 'select 1', { member: rita })
    expect([refused.status, refused.body.code]).toEqual([403, 'transaction_forbidden'])
  })
})

describe('the end of a transaction by the server', () => {
  it('comes after an idle time, and is reported until it is dismissed', async () => {
    const id = randomUUID()
    await run(id, 'insert into kept values (9)')
    meta.pass(301)
    await expect
      .poll(() => find(id))
      .toMatchObject({ state: 'rolled_back', reason: 'idle', statements: 1 })
    expect((await run(id, 'select 1', { isOpen: true })).body.code).toBe('transaction_not_open')
    await end(id, 'rollback')
    expect(await find(id)).toBeNull()
    expect(await ids()).not.toContain(9)
  })

  it('comes when its member has signed out', async () => {
    const id = randomUUID()
    await run(id, 'select 1', { member: bob })
    meta.signedOut.add(bob)
    await expect
      .poll(() => list(bob))
      .toMatchObject([{ id, state: 'rolled_back', reason: 'signed_out' }])
    meta.signedOut.delete(bob)
    await endAll(bob)
  })

  it('comes with its connection', async () => {
    const id = randomUUID()
    await run(id, 'select 1')
    await auto(`select pg_terminate_backend(pid) from pg_stat_activity
      where state = 'idle in transaction' and application_name = 'stoa SQL editor'`)
    await expect
      .poll(() => find(id))
      .toMatchObject({ state: 'rolled_back', reason: 'connection_lost' })
    await end(id, 'rollback')
  })
})

describe('the limits of transactions', () => {
  it('are per project, with one transaction for each member and query', async () => {
    const id = randomUUID()
    await run(id, 'select 1')
    await run(id, 'select 1', { member: bob })
    for (let count = 2; count < 5; count += 1) await run(randomUUID(), 'select 1')
    const { status, body } = await run(randomUUID(), 'select 1')
    expect([status, body.code]).toEqual([429, 'too_many_transactions'])
    expect((await auto('select 1')).status).toBe(200)
    expect((await end(id, 'rollback', bob)).status).toBe(200)
    expect(await find(id)).toMatchObject({ state: 'open' })
    await endAll()
  })
})
