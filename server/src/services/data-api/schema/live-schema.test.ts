import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { systemClock } from '../../../lib/clock.ts'
import { sql } from '../../../postgres/sql.ts'
import { createTestApp, type TestApp } from '../../../../test/data-api/app.ts'
import { createLiveSchema, type LiveSchema } from './live-schema.ts'

let test: TestProject
let schema: LiveSchema
let api: TestApp

beforeAll(async () => {
  test = await createTestProject()
  schema = createLiveSchema(test.project, systemClock)
  api = await createTestApp(test.project)
})
afterAll(async () => {
  await schema.close()
  await api.service.stop?.(test.project)
  await api.app.close()
  await test.stop()
})

/** Waits until a notification has had its effect. The test's own time limit ends the wait. */
async function until(isSo: () => Promise<boolean>) {
  while (!(await isSo())) await pause(5)
}

const get = (url: string) =>
  api.app.inject({
    method: 'GET',
    url: `/rest/v1${url}`,
    headers: { authorization: `Bearer ${api.token('service_role')}` },
  })

describe('the live schema', () => {
  it('notices new, changed and dropped tables by notification', async () => {
    await schema.current()
    await test.run('create table heard (id int primary key)')
    await until(async () => (await schema.current()).relation('public', 'heard') !== undefined)
    await test.run('alter table heard add column word text')
    await until(
      async () =>
        (await schema.current()).relation('public', 'heard')?.columns.has('word') ?? false,
    )
    await test.run('drop table heard')
    await until(async () => (await schema.current()).relation('public', 'heard') === undefined)
    expect((await schema.current()).relation('public', 'heard')).toBeUndefined()
  })

  it('notices casts and aggregates, which shape responses', async () => {
    await test.run(`
      create domain shout as text;
      create function to_json(shout) returns json language sql as 'select pg_catalog.to_json(upper($1))';
      create cast (shout as json) with function to_json(shout) as implicit;
    `)
    await until(async () => (await schema.current()).representation('public.shout') !== undefined)
    await test.run('drop cast (shout as json)')
    await until(async () => (await schema.current()).representation('public.shout') === undefined)
    await test.run(`
      create domain "text/x" as text;
      create function add_x("text/x", anyelement) returns "text/x" language sql as 'select $1';
      create aggregate all_x(anyelement) (sfunc = add_x, stype = "text/x");
    `)
    await until(async () => (await schema.current()).mediaHandlers.length === 2)
    await test.run('drop aggregate all_x(anyelement)')
    await until(async () => (await schema.current()).mediaHandlers.length === 1)
    expect((await schema.current()).mediaHandlers).toMatchObject([{ name: 'add_x' }])
  })

  it('notices the superuser’s changes', async () => {
    await test.run('create table public.by_superuser (id int)', 'supabase_admin')
    const find = async () => (await schema.current()).relation('public', 'by_superuser')
    await until(async () => (await find()) !== undefined)
    expect(await find()).toMatchObject({ name: 'by_superuser' })
  })

  it('keeps the same cache when nothing in it has changed', async () => {
    const before = await schema.current()
    await test.run('notify pgrst')
    expect(await schema.refresh()).toBe(before)
  })

  it('notices changes after its connection was lost', async () => {
    await schema.current()
    await test.database.as('supabase_admin').many(
      sql`select pg_terminate_backend(pid) as done from pg_stat_activity
          where application_name = 'stoa-listener'`,
      z.object({ done: z.boolean() }),
    )
    await test.run('create table after_cut (id int)')
    const find = async () => (await schema.current()).relation('public', 'after_cut')
    await until(async () => (await find()) !== undefined)
    expect(await find()).toMatchObject({ name: 'after_cut' })
  })

  it('shares one reading among concurrent requests', async () => {
    const readings = await Promise.all(Array.from({ length: 20 }, () => schema.refresh()))
    expect(new Set(readings).size).toBe(1)
  })
})

describe('a request', () => {
  it('finds a table that was created just before, every time', async () => {
    expect((await get('/fresh_0')).statusCode).toBe(404)
    for (let number = 0; number < 8; number += 1) {
      await test.run(`create table fresh_${number} (id int primary key)`)
      const response = await get(`/fresh_${number}`)
      expect(response.statusCode).toBe(200)
    }
  })

  it('finds a function, a relationship and a column that were created just before', async () => {
    await test.run("create function fresh_fn() returns int language sql as 'select 7'")
    expect((await get('/rpc/fresh_fn')).json()).toBe(7)
    await test.run('alter table fresh_1 add column parent int references fresh_0')
    expect((await get('/fresh_1?select=id,fresh_0(id)')).statusCode).toBe(200)
    await test.run('alter table fresh_2 add column word text')
    const inserted = await api.app.inject({
      method: 'POST',
      url: '/rest/v1/fresh_2',
      headers: {
        authorization: `Bearer ${api.token('service_role')}`,
        'content-type': 'application/json',
      },
      payload: { id: 1, word: 'new' },
    })
    expect(inserted.statusCode).toBe(201)
  })

  it('uses the previous schema while it is read again', async () => {
    await get('/fresh_0')
    const changes = test.run(
      Array.from({ length: 30 }, (_, number) => `create table burst_${number} (id int);`).join(''),
    )
    const statuses = new Set<number>()
    let isDone = false
    void changes.finally(() => (isDone = true))
    while (!isDone) statuses.add((await get('/fresh_0')).statusCode)
    await changes
    expect([...statuses]).toEqual([200])
  })

  it('reads the rows of a column whose type was changed', async () => {
    await test.run('insert into fresh_3 values (1)')
    expect((await get('/fresh_3')).json()).toEqual([{ id: 1 }])
    await test.run('alter table fresh_3 alter id type text using id::text, add x int')
    expect((await get('/fresh_3')).json()).toEqual([{ id: '1', x: null }])
  })

  it('stops finding a table that was dropped', async () => {
    await get('/fresh_4')
    await test.run('drop table fresh_4')
    expect((await get('/fresh_4')).statusCode).toBe(404)
  })
})

describe('a paused project', () => {
  it('keeps no listening connection', async () => {
    const listeners = sql`select pid::int as pid from pg_stat_activity where application_name = 'stoa-listener'`
    const admin = test.database.as('supabase_admin')
    const count = async () => (await admin.many(listeners, z.object({ pid: z.int() }))).length
    // Shared by the service and the schema beside it.
    expect(await count()).toBe(1)
    await schema.close()
    expect(await count()).toBe(1)
    await api.service.stop?.(test.project)
    await until(async () => (await count()) === 0)
    expect(await count()).toBe(0)
  })
})
