import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { createTestFleet } from '../../test/fleet.ts'
import { rawSql, sql } from '../postgres/sql.ts'

let control: TestControlPlane

beforeAll(async () => {
  control = await createTestControlPlane()
})
afterAll(() => control.stop())

/** A function that ignores every attempt to cancel it. */
const STUBBORN = `
  create table kept (id int primary key);
  insert into kept values (1);
  create function stay() returns void language plpgsql as $$
  begin
    loop
      begin
        perform pg_sleep(0.01);
      exception when query_canceled then
        null;
      end;
    end loop;
  end $$;
`
const STAY = rawSql('select stay()')
const Running = z.object({ count: z.int() })
const Kept = z.object({ id: z.int() })

/** Keeps a project busy with statements that never end, on every kind of connection. */
async function keepBusy(test: Awaited<ReturnType<typeof createTestFleet>>, ref: string) {
  const { project, release } = await test.fleet.acquire(ref)
  const { database } = project
  const setUp = await database.connect('postgres', 'set up')
  await setUp.query(STUBBORN)
  await setUp.end()
  const client = await database.connect('postgres', 'stubborn')
  const caller = { role: 'authenticator', settings: { statement_timeout: '0' }, isReadOnly: false }
  const statement = { text: 'select public.stay()', values: [] }
  const ends = [
    client.query("set statement_timeout = '0'; select stay()"),
    database.as('postgres').run(STAY),
    database.as('postgres').transaction((tx) => tx.run(STAY)),
    ...Array.from({ length: 8 }, () => database.asCaller(caller, statement)),
  ].map((work) => work.then(String, String))
  const running = sql`
    select count(*)::int as count from pg_catalog.pg_stat_activity
    where query like '%stay()%' and wait_event = 'PgSleep'`
  const session = database.as('supabase_admin')
  // Some of the callers' statements wait on the connection of another.
  await expect.poll(async () => (await session.one(running, Running)).count).toBeGreaterThan(3)
  release()
  return ends
}

async function rowsOf(test: Awaited<ReturnType<typeof createTestFleet>>, ref: string) {
  const { project, release } = await test.fleet.acquire(ref)
  const rows = await project.database.as('postgres').many(rawSql('select id from kept'), Kept)
  release()
  return rows
}

it('pauses a project whose statements catch their cancellation, and keeps its data', async () => {
  const test = await createTestFleet(control)
  const ref = await test.createProject()
  const ends = await keepBusy(test, ref)
  await test.fleet.pause(ref)
  expect(await test.settle(ref)).toMatchObject({ status: 'INACTIVE', failure: null })
  expect(
    (await Promise.all(ends)).filter((end) => !/terminat|not available|being stopped/i.test(end)),
  ).toEqual([])
  await test.fleet.resume(ref)
  expect(await rowsOf(test, ref)).toEqual([{ id: 1 }])
  await test.stop()
})
