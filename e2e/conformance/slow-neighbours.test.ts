import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

const LOCK = 4711

let server: StartedServer
let busy: ProjectInfo
let neighbour: ProjectInfo
let owner: pg.Client

beforeAll(async () => {
  server = await startServer()
  busy = await createProject(server, 'Busy')
  neighbour = await createProject(server, 'Neighbour')
  for (const { connection_string: connectionString } of [neighbour, busy]) {
    owner = new pg.Client({ connectionString })
    await owner.connect()
    await owner.query(`
      create table public.note (id int primary key);
      insert into public.note values (1);
      create function public.wait_for_lock() returns void language sql as
        'select pg_advisory_xact_lock_shared(${LOCK})';
      grant select on public.note to anon`)
    if (connectionString === neighbour.connection_string) await owner.end()
  }
})
afterAll(async () => {
  await owner.end()
  await discard(server)
})

const call = ({ api_url: url }: ProjectInfo, key: string, path: string, signal?: AbortSignal) =>
  fetch(`${url}/rest/v1${path}`, { headers: { apikey: key }, ...(signal && { signal }) })

it('quick reads of a project and of its neighbours complete beside 300 slow anonymous calls', async () => {
  const reads = () =>
    Promise.all(
      [
        call(busy, busy.anon_key, '/note'),
        call(busy, busy.service_role_key, '/note'),
        call(neighbour, neighbour.anon_key, '/note'),
      ].map(async (answer) => (await answer).status),
    )
  // The first runs tell how long a statement takes: the calls are known to be quick.
  for (let round = 0; round < 3; round += 1) {
    expect(await reads()).toEqual([200, 200, 200])
    expect((await call(busy, busy.anon_key, '/rpc/wait_for_lock')).status).toBe(204)
  }
  await owner.query(`select pg_advisory_lock(${LOCK})`)
  const leaving = new AbortController()
  const slow = Array.from({ length: 300 }, () =>
    call(busy, busy.anon_key, '/rpc/wait_for_lock', leaving.signal).catch(() => undefined),
  )
  const waiting = `select count(*)::int from pg_stat_activity where wait_event = 'advisory'`
  await expect
    .poll(async () => (await owner.query<{ count: number }>(waiting)).rows[0]?.count)
    .toBeGreaterThan(5)
  for (let round = 0; round < 20; round += 1) expect(await reads()).toEqual([200, 200, 200])
  // The lock is still held, so no slow call can have succeeded.
  leaving.abort()
  const answers = await Promise.all(slow)
  expect(answers.filter((answer) => answer?.ok)).toEqual([])
})
