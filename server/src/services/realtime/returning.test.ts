import { truncate } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createRealtimeApp, type RawClient, type RealtimeApp } from '../../../test/realtime/app.ts'

let app: RealtimeApp
beforeAll(async () => {
  app = await createRealtimeApp()
  await app.test.run(`
    create table public.news (id int primary key);
    alter publication supabase_realtime add table public.news;
  `)
})
beforeEach(() => app.test.run('truncate public.news'))
afterAll(() => app.stop())

/** A client that is subscribed to the changes of the table. */
async function subscribe(topic: string, token?: string): Promise<RawClient> {
  const client = await app.connect()
  const postgres_changes = [{ event: 'INSERT', schema: 'public', table: 'news' }]
  await client.join(topic, { postgres_changes }, token)
  expect((await client.event('system')).payload.status).toBe('ok')
  return client
}

const insert = (...ids: readonly number[]) =>
  app.test.run(`insert into public.news select unnest('{${ids.join()}}'::int[])`)
const nothing = async () => {}

/** The ids that arrive up to the last one. */
async function idsUntil(client: RawClient, last: number): Promise<readonly number[]> {
  const ids: number[] = []
  while (ids.at(-1) !== last)
    ids.push((await client.event('postgres_changes')).payload.data.record.id)
  return ids
}

const MISSED = 'Some changes of the database were missed. Read the data again'
const told = async (client: RawClient) =>
  expect((await client.event('system')).payload).toMatchObject({
    extension: 'postgres_changes',
    status: 'error',
    message: MISSED,
  })
const systemsOf = ({ received }: RawClient) => received.filter(({ event }) => event === 'system')

it('delivers the missed changes to an absent client after the server was killed twice', async () => {
  await subscribe('late')
  await subscribe('quick')
  await app.kill(nothing)
  await subscribe('quick').then(async (quick) => {
    await insert(1)
    expect(await idsUntil(quick, 1)).toEqual([1])
  })
  await app.kill(() => insert(2))
  const [quick, late] = [await subscribe('quick'), await subscribe('late')]
  await insert(3)
  expect(await idsUntil(quick, 3)).toEqual([2, 3])
  expect(await idsUntil(late, 3)).toEqual([1, 2, 3])
  expect([...systemsOf(quick), ...systemsOf(late)]).toEqual([])
  for (const { socket } of [quick, late]) socket.terminate()
})

it('gives a new client that comes before all others no changes from before the server started', async () => {
  await subscribe('old')
  await app.kill(() => insert(1))
  const [stranger, old] = [await subscribe('stranger'), await subscribe('old')]
  await insert(2)
  expect(await idsUntil(stranger, 2)).toEqual([2])
  expect(await idsUntil(old, 2)).toEqual([1, 2])
  for (const { socket } of [stranger, old]) socket.terminate()
})

it('tells a client that it may have come too late for its own absence', async () => {
  await subscribe('shared')
  await subscribe('shared')
  await app.restart(() => insert(1))
  const clients = [await subscribe('shared'), await subscribe('shared')]
  for (const client of clients) expect(await idsUntil(client, 1)).toEqual([1])
  // Clients do not identify themselves, so one of these three counts as new.
  const third = await subscribe('shared')
  await told(third)
  await app.kill(nothing)
  // Each of them could have been the absent one.
  for (const topic of ['shared', 'shared', 'shared']) {
    const client = await subscribe(topic)
    await told(client)
    client.socket.terminate()
  }
})

it('expects clients to return whose connections were cut before the service knew about the stop', async () => {
  const client = await subscribe('cut')
  client.socket.terminate()
  await client.closed
  await insert(1)
  await app.restart(() => insert(2))
  const again = await subscribe('cut')
  expect(await idsUntil(again, 2)).toEqual([1, 2])
  // A client that leaves properly is not expected to return.
  again.socket.close()
  await again.closed
  await app.restart(() => insert(3))
  const stranger = await subscribe('cut')
  await insert(4)
  expect(await idsUntil(stranger, 4)).toEqual([4])
  stranger.socket.close()
})

it('expects a client to return with the user of its last token', async () => {
  const client = await subscribe('signed-in')
  const exp = Math.floor(Date.now() / 1000) + 3600
  const token = app.token({ role: 'authenticated', sub: 'ada', exp })
  client.send('realtime:signed-in', 'access_token', { access_token: token })
  expect((await client.event('system')).payload.status).toBe('ok')
  await app.kill(() => insert(1))
  const again = await subscribe('signed-in', token)
  expect(await idsUntil(again, 1)).toEqual([1])
  again.socket.close()
})

it('keeps the absence of a client that leaves before it has received everything', async () => {
  await subscribe('brief')
  await app.restart(() => insert(1))
  const client = await app.connect()
  client.send('realtime:brief', 'phx_join', {
    config: { postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'news' }] },
  })
  client.socket.close()
  await client.closed
  const again = await subscribe('brief')
  expect(await idsUntil(again, 1)).toEqual([1])
  again.socket.terminate()
})

it.each<[string, () => Promise<void>]>([
  [
    'the slot is lost',
    () => app.test.run(`select pg_drop_replication_slot('stoa_realtime')`, 'supabase_admin'),
  ],
  [
    'it is not known how far the server was',
    () => truncate(path.join(app.test.project.folder('realtime'), 'delivered'), 0),
  ],
])('tells a client that returns if %s', async (_, lose) => {
  await subscribe('unlucky')
  await app.kill(async () => {
    await insert(1)
    await lose()
  })
  const client = await subscribe('unlucky')
  await told(client)
  await insert(2)
  expect(await idsUntil(client, 2)).toEqual([2])
  client.socket.terminate()
  // Nobody is told after the next end.
  await app.kill(nothing, { now: () => new Date(Date.now() + 130_000) })
})

it('delivers changes committed while the settings were changed', async () => {
  const client = await subscribe('settings')
  app.change({ max_events_per_second: 200 })
  expect((await client.closed).code).toBe(1012)
  await insert(1)
  const again = await subscribe('settings')
  expect(await idsUntil(again, 1)).toEqual([1])
  again.socket.terminate()
})
