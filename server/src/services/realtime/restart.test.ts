import { rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { sql } from '../../postgres/sql.ts'
import { createRealtimeApp, type RawClient, type RealtimeApp } from '../../../test/realtime/app.ts'

let app: RealtimeApp
beforeAll(async () => {
  app = await createRealtimeApp()
  await app.test.run(`
    create table public.news (id int primary key);
    create table public.own (id int primary key, owner text);
    alter table public.own enable row level security;
    create policy own on public.own for select to authenticated
      using (owner = current_setting('request.jwt.claims')::json ->> 'sub');
    alter publication supabase_realtime add table public.news, public.own;
  `)
})
beforeEach(() => app.test.run('truncate public.news, public.own'))
afterAll(() => app.stop())

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const tokenOf = (sub: string) => app.token({ role: 'authenticated', sub, exp: inAnHour() })

/** A client that is subscribed to the changes of a table. */
async function subscribe(name: string, table = 'news', token?: string): Promise<RawClient> {
  const client = await app.connect()
  const postgres_changes = [{ event: '*', schema: 'public', table }]
  await client.join(name, { postgres_changes }, token)
  expect((await client.event('system')).payload.status).toBe('ok')
  return client
}

const nextId = async (client: RawClient): Promise<number> =>
  (await client.event('postgres_changes')).payload.data.record.id
const insert = (...ids: readonly number[]) =>
  app.test.run(ids.map((id) => `insert into public.news values (${id});`).join('\n'))

async function slots(): Promise<number> {
  const { count } = await app.test.database
    .as('supabase_admin')
    .one(sql`select count(*)::int from pg_replication_slots`, z.object({ count: z.number() }))
  return count
}

it('delivers changes committed during a restart to the clients that return, each once', async () => {
  const before = [await subscribe('a'), await subscribe('b')] as const
  await insert(1)
  for (const client of before) expect(await nextId(client)).toBe(1)
  await app.restart(() => insert(2, 3))
  for (const { closed } of before) expect((await closed).code).toBe(1012)

  const first = await subscribe('a')
  expect([await nextId(first), await nextId(first)]).toEqual([2, 3])
  await insert(4)
  expect(await nextId(first)).toBe(4)
  // The other one returns later, and a new client joins.
  const second = await subscribe('b')
  const stranger = await subscribe('c')
  await insert(5)
  const ids = [await nextId(second), await nextId(second), await nextId(second)]
  expect([...ids, await nextId(second)]).toEqual([2, 3, 4, 5])
  expect(await nextId(first)).toBe(5)
  expect(await nextId(stranger)).toBe(5)
  // An absence can only be ended once.
  const twin = await subscribe('b')
  await insert(6)
  expect(await nextId(twin)).toBe(6)
  for (const { socket } of [first, second, stranger, twin]) socket.terminate()
})

it('applies the policies to changes committed during a restart', async () => {
  const token = tokenOf('ada')
  await subscribe('mine', 'own', token)
  await subscribe('mine', 'own', tokenOf('bob'))
  await app.restart(() => app.test.run(`insert into public.own values (1, 'bob'), (2, 'ada')`))
  // A later token of the same user.
  const client = await subscribe('mine', 'own', tokenOf('ada'))
  expect(await nextId(client)).toBe(2)
  const other = await subscribe('mine', 'own', tokenOf('eve'))
  await app.test.run(`insert into public.own values (3, 'eve')`)
  expect(await nextId(other)).toBe(3)
  for (const { socket } of [client, other]) socket.terminate()
})

it('delivers changes committed while the replication connection was broken', async () => {
  const client = await subscribe('a')
  await insert(1)
  expect(await nextId(client)).toBe(1)
  await app.test.run(
    `select pg_terminate_backend(pid) from pg_stat_replication;
     begin; insert into public.news values (2); insert into public.news values (3); commit;`,
    'supabase_admin',
  )
  expect([await nextId(client), await nextId(client)]).toEqual([2, 3])
  await insert(4)
  expect(await nextId(client)).toBe(4)
  client.socket.terminate()
})

it('keeps the slot for clients that may return, and drops it after two minutes', async () => {
  const client = await subscribe('a')
  await app.restart(() => insert(1))
  await client.closed
  expect(await slots()).toBe(1)
  const later = new Date(Date.now() + 121_000)
  await app.restart(async () => {}, { now: () => later })
  expect(await slots()).toBe(0)
  const back = await subscribe('a')
  await insert(2)
  expect(await nextId(back)).toBe(2)
  back.socket.terminate()
})

it('delivers changes while it cannot record its position', async () => {
  const folder = app.test.project.folder('realtime')
  await rm(folder, { recursive: true, force: true })
  // A file in the place of the folder.
  await writeFile(folder, '')
  try {
    const client = await subscribe('full')
    await insert(1)
    expect(await nextId(client)).toBe(1)
    client.socket.terminate()
    await app.restart(async () => {})
  } finally {
    await rm(folder, { force: true })
  }
  expect(await slots()).toBe(0)
})

it('drops the slot when it stops and there are no subscribers', async () => {
  const client = await app.connect()
  await client.join('a', { broadcast: { replication_ready: true } })
  await client.event('system')
  expect(await slots()).toBe(1)
  client.socket.terminate()
  await app.restart(async () => expect(await slots()).toBe(0))
})
