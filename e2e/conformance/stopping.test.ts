import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

let server: StartedServer
let project: ProjectInfo
beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Busy')
  const client = await connect()
  await client.query(`
    create table kept (id int primary key);
    grant all on kept to service_role;
    create function stay(id int) returns void language sql as $$
      insert into kept values (id);
      select pg_sleep(600);
    $$;
  `)
  await client.end()
})
afterAll(() => discard(server))

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: project.connection_string })
  client.on('error', () => {})
  await client.connect()
  return client
}

const errorOf = (client: pg.Client) =>
  new Promise<string | undefined>((resolve) =>
    client.once('error', (error) => resolve('code' in error ? String(error.code) : error.message)),
  )

const ask = (path: string, body?: object) =>
  fetch(`${project.api_url}/rest/v1/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      apikey: project.service_role_key,
      authorization: `Bearer ${project.service_role_key}`,
      'content-type': 'application/json',
    },
  })

it('stops under load, tells every client why, and applies nothing that it refused', async () => {
  const [idle, busy, deaf, watcher] = [
    await connect(),
    await connect(),
    await connect(),
    await connect(),
  ]
  const ends = Promise.all([idle, watcher].map(errorOf))
  const statement = busy.query('select pg_sleep(600)').catch(({ code }: { code?: string }) => code)
  deaf.query("select repeat('x', 1000) from generate_series(1, 100000)").catch(() => {})
  await new Promise((resolve) => deaf.connection.stream.once('data', resolve))
  deaf.connection.stream.pause()
  const requests = Array.from({ length: 12 }, (_, id) => ask('rpc/stay', { id }))
  const sleeping = async () => {
    const { rows } = await watcher.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where wait_event = 'PgSleep'",
    )
    return rows[0]?.count
  }
  // Further requests wait for a connection of the first ones.
  await expect.poll(sleeping).toBeGreaterThan(1)

  const stopping = server.kill('SIGTERM')
  await expect.poll(() => ask('kept').then(({ status }) => status)).toBe(503)
  expect(await (await ask('kept')).json()).toMatchObject({ code: 'server_stopping' })
  expect(await ends).toEqual(['57P01', '57P01'])
  expect(await statement).toMatch(/^57(P01|014)$/)
  for (const response of await Promise.all(requests)) {
    expect([response.status, response.headers.has('retry-after')]).toEqual([503, true])
    expect(await response.json()).toMatchObject({ code: expect.stringMatching(/_stopping$/) })
  }
  await stopping

  const again = { dataDir: server.dataDir, env: { STOA_API_PORT: new URL(project.api_url).port } }
  server = await startServer(again)
  expect(await (await ask('kept')).json()).toEqual([])
})
