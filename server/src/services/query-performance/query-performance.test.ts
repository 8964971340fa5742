import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createQueryPerformanceApp,
  type QueryPerformanceApp,
} from '../../../test/query-performance/app.ts'

let app: QueryPerformanceApp
const EXTENSION = 'create extension pg_stat_statements with schema extensions'

beforeAll(async () => {
  app = await createQueryPerformanceApp()
  await app.test.run('create table public.orders (id int primary key, note text)')
})
afterAll(() => app.stop())

const list = async (hours = 24) => {
  const { status, body } = await app.call('GET', `/queries?hours=${hours}`)
  expect([status, body.message]).toEqual([200, undefined])
  return body
}
const find = async (text: string, hours?: number) => {
  const { queries } = await list(hours)
  return queries.find(({ statement }: { statement: string }) => statement === text)
}
const COUNT = 'select count(*) from orders where note = $1'
const count = (note = 'a') => app.test.run(`select count(*) from orders where note = '${note}'`)

it('says that a Postgres without the extension has no statistics', async () => {
  expect(await list()).toEqual({
    is_available: false,
    read_at: null,
    reset_at: null,
    retention_days: 7,
    queries: [],
  })
  expect((await app.call('POST', '/reset')).body.code).toBe('query_statistics_unavailable')
})

describe('with pg_stat_statements', () => {
  beforeAll(() => app.test.run(EXTENSION, 'supabase_admin'))
  // Each reading is later than the one before, and older than a moment.
  beforeEach(() => app.pass(1))

  it('counts calls without their values, by role', async () => {
    await count()
    await count('b')
    expect(await find(COUNT)).toMatchObject({
      role: 'postgres',
      source: 'owner',
      calls: 2,
      rows: 2,
    })
    const { queries } = await list()
    expect(JSON.stringify(queries)).not.toContain("'b'")
  })

  it('counts no call twice if several readings are made at once', async () => {
    await count()
    await Promise.all([app.collect(), app.collect(), app.collect(), list()])
    expect(await find(COUNT)).toMatchObject({ calls: 3 })
  })

  it('keeps what Postgres has forgotten', async () => {
    await app.test.run('select extensions.pg_stat_statements_reset()', 'supabase_admin')
    await count()
    expect(await find(COUNT)).toMatchObject({ calls: 4 })
  })

  it('has a point for each hour, and finds the callers', async () => {
    await app.test.run(`grant select on orders to anon; set role anon;
      ${COUNT.replace('$1', "'c'")}`)
    const { id } = await find(COUNT)
    const { status, body } = await app.call('GET', `/queries/${id}?hours=24`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ statement: COUNT, is_cut: false, step_hours: 1 })
    expect(body.points.map(({ calls }: { calls: number }) => calls)).toEqual([2, 1, 1])
    expect(body.callers).toMatchObject([
      { role: 'postgres', source: 'owner', calls: 4 },
      { role: 'anon', source: 'data_api', calls: 1 },
    ])
  })

  it('leaves out hours before the span, and joins those of a long one', async () => {
    expect(await find(COUNT, 1)).toBeUndefined()
    await count()
    await app.collect()
    const { id, calls } = await find(COUNT, 1)
    expect(calls).toBe(1)
    const { body } = await app.call('GET', `/queries/${id}?hours=4320`)
    expect(body).toMatchObject({ step_hours: 26, calls: 5 })
  })

  it('deletes what the plan keeps no longer', async () => {
    app.pass(24 * 8)
    await app.collect()
    expect(await find(COUNT, 24 * 30)).toBeUndefined()
  })

  it('counts from the reset on', async () => {
    await count()
    expect(await find(COUNT)).toMatchObject({ calls: 1 })
    app.pass(1)
    expect((await app.call('POST', '/reset')).status).toBe(200)
    expect(app.audited.at(-1)).toEqual({ action: 'query_statistics.reset' })
    expect(await list()).toMatchObject({ reset_at: app.platform.clock.at.toISOString() })
    app.pass(1)
    await count()
    expect(await find(COUNT)).toMatchObject({ calls: 1 })
  })

  it.each(['/queries/999999', '/queries/0'])('has no history of %s', async (path) => {
    const { status, body } = await app.call('GET', path)
    expect([status, body.code]).toEqual([404, 'query_not_found'])
  })

  it('stores neither the use nor the counters of a reading that came second', async () => {
    const records = app.platform.platform.queryRecords
    const before = await records.readBaseline(app.ref)
    const late = {
      revision: (before?.revision ?? 0) - 1,
      readAt: app.platform.clock.at,
      counters: new Map(),
      uses: [],
    }
    const kept = { since: new Date(0), maxQueries: 0 }
    expect(await records.saveReading(app.ref, late, kept)).toBe(false)
    expect(await records.readBaseline(app.ref)).toEqual(before)
    expect(await find(COUNT)).toBeDefined()
  })

  it('survives a view of the owner in the place of the extension', async () => {
    await app.test.run('drop extension pg_stat_statements', 'supabase_admin')
    await app.test.run(
      `grant create on schema extensions to postgres;
       set role postgres;
       create view extensions.pg_stat_statements as select 1 as a;
       create function extensions.pg_stat_statements(boolean) returns table (
         userid oid, dbid oid, queryid bigint, calls bigint, total_exec_time float8, rows bigint,
         shared_blks_hit bigint, shared_blks_read bigint, min_exec_time float8, max_exec_time float8)
         language sql as $$
           select r.oid, d.oid, 1::bigint, 1::bigint, 'Infinity'::float8, 1::bigint, 1::bigint,
             1::bigint, 1::float8, 1::float8
           from pg_roles r, pg_database d $$;`,
      'supabase_admin',
    )
    const { status, body } = await app.call('GET', '/queries')
    expect([status, body.code]).toEqual([409, 'query_statistics_unreadable'])
  })
})
