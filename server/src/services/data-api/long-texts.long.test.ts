import { afterAll, beforeAll, expect, it } from 'vitest'
import { mostHeld } from '../../../test/memory.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createTestApp, type TestApp } from '../../../test/data-api/app.ts'

const MEGABYTE = 1024 * 1024

let test: TestProject
let api: TestApp

beforeAll(async () => {
  test = await createTestProject()
  await test.run(`
    create function fail_at_length(megabytes int) returns void language plpgsql as $$
    begin raise exception '%', repeat('x', megabytes * ${MEGABYTE}); end $$;
    create function warn_often(megabytes int) returns int language plpgsql as $$
    begin
      for turn in 1..megabytes loop raise warning '%', repeat('x', ${MEGABYTE}); end loop;
      return megabytes;
    end $$;
    create function return_length(megabytes int) returns table (id int, body text) language sql
    as $$ select 1, repeat('x', megabytes * ${MEGABYTE}) $$;
  `)
  // A busy machine could exceed the usual time limits, and Postgres takes minutes to write such
  // messages to its log.
  await test.run(
    `alter role service_role set statement_timeout = 0;
    alter role authenticator set statement_timeout = 0;
    alter role authenticator set log_min_messages = panic`,
    'supabase_admin',
  )
  api = await createTestApp(test.project)
})
afterAll(async () => {
  await api.service.stop?.(test.project)
  await api.app.close()
  await test.stop()
})

const ask = (path: string) =>
  api.app.inject({
    url: `/rest/v1/${path}`,
    headers: { authorization: `Bearer ${api.token('service_role')}` },
  })

it('returns the start of an error of 600 MB, at the memory of the start', async () => {
  const most = await mostHeld(async () => {
    const response = await ask('rpc/fail_at_length?megabytes=600')
    expect(response.statusCode).toBe(400)
    const { code, message } = response.json()
    expect(code).toBe('P0001')
    expect(message).toMatch(/^x{65536} … \(truncated, 629145600 bytes in total\)$/)
  })
  expect(most).toBeLessThan(8 * MEGABYTE)
})

it('drops 200 MB of warnings', async () => {
  const most = await mostHeld(async () => {
    expect((await ask('rpc/warn_often?megabytes=200')).body).toBe('200')
  })
  expect(most).toBeLessThan(8 * MEGABYTE)
})

it('rejects a row of 600 MB that a service reads, and keeps working', async () => {
  const { database } = test
  const anon = { role: 'service_role', settings: {}, isReadOnly: true }
  const most = await mostHeld(async () => {
    const row = database.asCaller(anon, { text: 'select * from return_length(600)', values: [] })
    await expect(row).rejects.toMatchObject({ code: 'result_too_large', status: 400 })
  })
  expect(most).toBeLessThan(8 * MEGABYTE)
  const short = database.asCaller(anon, { text: 'select id from return_length(1)', values: [] })
  expect(await short).toMatchObject([{ rows: [['1']] }])
})

it('serves a database with 580 MB of comments', async () => {
  await test.run(`
    create table noted (id int primary key, body text);
    do $$ begin
      for number in 1..580 loop
        execute format('alter table noted add column c%s int', number);
        execute format('comment on column noted.c%s is %L', number, repeat('x', ${MEGABYTE}));
      end loop;
    end $$;`)
  const another = await createTestApp(test.project)
  const most = await mostHeld(async () => {
    const response = await another.app.inject({
      url: '/rest/v1/noted?select=id',
      headers: { authorization: `Bearer ${api.token('service_role')}` },
    })
    expect([response.statusCode, response.body]).toEqual([200, '[]'])
  })
  expect(most).toBeLessThan(32 * MEGABYTE)
  await another.service.stop?.(test.project)
  await another.app.close()
})
