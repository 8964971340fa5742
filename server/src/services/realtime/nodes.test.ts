import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { sql } from '../../postgres/sql.ts'
import {
  createRealtimeApp,
  userBroadcastPush,
  type RawClient,
  type RealtimeApp,
} from '../../../test/realtime/app.ts'

let app: RealtimeApp
let node: Awaited<ReturnType<RealtimeApp['addNode']>>
beforeAll(async () => {
  app = await createRealtimeApp({
    realtime: {
      max_payload_size_in_kb: 3000,
      max_events_per_second: 10_000,
      max_presence_events_per_second: 1000,
    },
  })
  node = await app.addNode()
  await app.test.run(`
    create table public.news (id int primary key);
    alter publication supabase_realtime add table public.news;
  `)
})
afterAll(async () => {
  await node.stop()
  await app.stop()
})

/** One client of the main server and one of the node, on the same channel. */
async function pair(
  topic: string,
  { config = {}, other = node }: { config?: object; other?: typeof node } = {},
): Promise<readonly [RawClient, RawClient]> {
  const [here, there] = [await app.connect(), await other.connect()]
  for (const client of [here, there])
    expect(await client.join(topic, config)).toMatchObject({ status: 'ok' })
  return [here, there]
}

const payloadOf = async (client: RawClient, event: string) =>
  (await client.next((frame) => frame.event === 'broadcast' && frame.payload.event === event))
    .payload.payload

function end(...clients: readonly RawClient[]): void {
  for (const { socket } of clients) socket.terminate()
}

const slots = async () => {
  const { count } = await app.test.database
    .as('supabase_admin')
    .one(sql`select count(*)::int from pg_replication_slots`, z.object({ count: z.number() }))
  return count
}

it('delivers each change of the database once on each node, and leaves no slot of a node', async () => {
  const late = await app.addNode()
  const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'news' }] }
  const [here, there] = await pair('news', { config, other: late })
  for (const client of [here, there])
    expect((await client.event('system')).payload.status).toBe('ok')
  expect(await slots()).toBe(2)
  await app.test.run('insert into public.news values (1); insert into public.news values (2)')
  for (const client of [here, there])
    for (const id of [1, 2])
      expect((await client.event('postgres_changes')).payload.data.record).toEqual({ id })
  await app.test.run(`select realtime.send('{"n":1}', 'sent', 'news', false)`)
  for (const client of [here, there])
    expect(await payloadOf(client, 'sent')).toMatchObject({ n: 1 })
  expect(here.received.concat(there.received).map(({ event }) => event)).not.toContain('broadcast')
  // Like a node that is killed: its connections break.
  await app.test.run(
    `select pg_terminate_backend(active_pid) from pg_replication_slots where temporary`,
    'supabase_admin',
  )
  expect((await there.event('system')).payload).toMatchObject({ status: 'error' })
  expect((await there.event('system')).payload).toMatchObject({ status: 'ok' })
  await app.test.run('insert into public.news values (3)')
  expect((await there.event('postgres_changes')).payload.data.record).toEqual({ id: 3 })
  end(there)
  await late.stop()
  await expect.poll(slots).toBe(1)
  end(here)
})

it('delivers broadcasts of either node to the clients of both, each once and in order', async () => {
  const [here, there] = await pair('room')
  for (const [sender, receiver] of [
    [here, there],
    [there, here],
  ] as const) {
    for (let n = 0; n < 50; n += 1)
      sender.send('realtime:room', 'broadcast', { type: 'broadcast', event: 'n', payload: { n } })
    for (let n = 0; n < 50; n += 1) expect(await payloadOf(receiver, 'n')).toEqual({ n })
  }
  // Longer than a notification, binary, and over HTTP.
  const text = 'long '.repeat(100_000)
  here.send('realtime:room', 'broadcast', { type: 'broadcast', event: 'long', payload: { text } })
  expect(await payloadOf(there, 'long')).toEqual({ text })
  there.raw(userBroadcastPush('room', 'bytes', Buffer.from([0, 1, 255])))
  expect(await payloadOf(here, 'bytes')).toEqual(Buffer.from([0, 1, 255]))
  await node.post('/api/broadcast', {
    messages: [{ topic: 'room', event: 'http', payload: { n: 1 } }],
  })
  expect(await payloadOf(here, 'http')).toEqual({ n: 1 })
  expect(await payloadOf(there, 'http')).toEqual({ n: 1 })
  expect(here.received.filter(({ event }) => event === 'broadcast')).toEqual([])
  expect(there.received.filter(({ event }) => event === 'broadcast')).toEqual([])
  end(here, there)
})

it('does not deliver messages of a public channel to a private one of the same name', async () => {
  await app.test.run(`create policy all_of_it on realtime.messages using (true) with check (true)`)
  const here = await app.connect()
  await here.join('secret')
  const there = await node.connect()
  expect(await there.join('secret', { private: true })).toMatchObject({ status: 'ok' })
  here.send('realtime:secret', 'broadcast', { type: 'broadcast', event: 'public', payload: {} })
  await app.post('/api/broadcast', {
    messages: [{ topic: 'secret', event: 'private', payload: {}, private: true }],
  })
  await payloadOf(there, 'private')
  expect(there.received.filter(({ event }) => event === 'broadcast')).toEqual([])
  end(here, there)
})

it('is not disturbed by notifications of database roles, and reveals nothing to them', async () => {
  const spy = await app.test.database.connect('postgres', 'spy')
  const overheard: string[] = []
  spy.on('notification', ({ payload }) => overheard.push(payload ?? ''))
  await spy.query('listen stoa_realtime')
  const [here, there] = await pair('quiet')
  const say = (n: number) =>
    here.send('realtime:quiet', 'broadcast', { type: 'broadcast', event: 'n', payload: { n } })
  say(1)
  expect(await payloadOf(there, 'n')).toEqual({ n: 1 })
  await expect.poll(() => overheard.length).toBeGreaterThan(0)
  expect(overheard.join('')).not.toContain('quiet')
  const [from = '', number = ''] = overheard.at(-1)?.split(':') ?? []
  for (const text of [
    '',
    'x'.repeat(7999),
    `${from}:${number}:0:0:1:AAAA`,
    `${from}:999999999999999:0:0:1:${'A'.repeat(80)}`,
    ...overheard,
  ])
    await spy.query(`select pg_notify('stoa_realtime', $1)`, [text])
  await spy.end()
  say(2)
  expect(await payloadOf(there, 'n')).toEqual({ n: 2 })
  end(here, there)
})

it('shows everybody who is present on any node', async () => {
  const config = (key: string) => ({ presence: { key, enabled: true } })
  const here = await app.connect()
  await here.join('lobby', config('ada'))
  here.send('realtime:lobby', 'presence', { event: 'track', payload: { n: 1 } })
  await here.event('presence_diff')
  // A node that joins tells its first client about everybody present.
  const late = await app.addNode()
  const there = await late.connect()
  await there.join('lobby', config('bob'))
  const state = (await there.event('presence_state')).payload
  expect(state).toMatchObject({ ada: { metas: [{ n: 1 }] } })
  there.send('realtime:lobby', 'presence', { event: 'track', payload: { n: 2 } })
  expect((await here.event('presence_diff')).payload.joins).toMatchObject({
    bob: { metas: [{ n: 2 }] },
  })
  const third = await app.connect()
  await third.join('lobby', config('eve'))
  expect(Object.keys((await third.event('presence_state')).payload).sort()).toEqual(['ada', 'bob'])
  // A client whose socket is cut leaves, and so do the clients of a node that ends.
  await there.event('presence_diff')
  end(here)
  expect((await there.event('presence_diff')).payload.leaves).toMatchObject({
    ada: { metas: [{ n: 1 }] },
  })
  await third.event('presence_diff')
  await late.stop()
  expect((await third.event('presence_diff')).payload.leaves).toMatchObject({
    bob: { metas: [{ n: 2 }] },
  })
  end(third)
})

it('recovers when the connections between nodes break', async () => {
  const config = (key: string) => ({ presence: { key, enabled: true } })
  const [here, there] = [await app.connect(), await node.connect()]
  await here.join('broken', config('ada'))
  await there.join('broken', config('bob'))
  await app.test.run(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'stoa-realtime-%' or usename = 'supabase_realtime_admin'`,
    'supabase_admin',
  )
  here.send('realtime:broken', 'presence', { event: 'track', payload: { n: 1 } })
  const come = await there.next(
    ({ event, payload }) => event === 'presence_diff' && 'ada' in payload.joins,
  )
  expect(come.payload.joins.ada.metas).toHaveLength(1)
  end(here, there)
})
