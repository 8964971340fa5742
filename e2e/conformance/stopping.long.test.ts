import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askPlatform } from '../support/platform-api.ts'
import {
  createProject,
  discard,
  startServer,
  stoa,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

/** A function that ignores every attempt to cancel it. */
const STUBBORN = `
  create table kept (id int primary key);
  insert into kept values (1);
  create function stay() returns void language plpgsql set statement_timeout = '0' as $$
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
const STAY = "set statement_timeout = '0'; select stay()"

let server: StartedServer
let project: ProjectInfo

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Stubborn')
  const client = await connect()
  await client.query(STUBBORN)
  await client.end()
})
afterAll(() => discard(server))

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: project.connection_string })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Keeps the project busy through every door; resolves when Postgres runs all of it. */
async function keepBusy(): Promise<void> {
  const client = await connect()
  const key = project.service_role_key
  const headers = { apikey: key, authorization: `Bearer ${key}` }
  const ends = [
    fetch(`${project.api_url}/rest/v1/rpc/stay`, { method: 'POST', headers }),
    askPlatform(server, 'POST', `/meta/${project.ref}/query`, {
      run_id: crypto.randomUUID(),
      sql: STAY,
    }),
    client.query(STAY),
  ].map((work) => work.catch((error: unknown) => error))
  const watcher = await connect()
  const running = `select count(*)::int as count from pg_stat_activity where wait_event = 'PgSleep'`
  const count = async () => (await watcher.query<{ count: number }>(running)).rows[0]?.count
  await expect.poll(count, { timeout: 20_000 }).toBe(ends.length)
}

async function rows(): Promise<unknown> {
  const client = await connect()
  const result = await client.query('select id from kept')
  await client.end()
  return result.rows
}

it('stops the server in spite of statements that catch their cancellation', async () => {
  await keepBusy()
  await server.kill('SIGTERM')
  server = await startServer({ dataDir: server.dataDir })
  const shown = await stoa(server, 'project', 'show', project.ref, '--json')
  project = JSON.parse(shown.stdout) as ProjectInfo
  expect(await rows()).toEqual([{ id: 1 }])
})
