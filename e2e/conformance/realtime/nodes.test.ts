import {
  createClient,
  REALTIME_SUBSCRIBE_STATES,
  type RealtimeChannel,
  type RealtimePresenceState,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askPlatform } from '../../support/platform-api.ts'
import { inDatabase } from '../../support/project.ts'
import {
  createProject,
  discard,
  startRealtimeNode,
  startServer,
  type ProjectInfo,
  type StartedNode,
  type StartedServer,
} from '../../support/server.ts'

let server: StartedServer
let node: StartedNode
let project: ProjectInfo
const clients: SupabaseClient[] = []

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Garden')
  await sql(`
    create table public.news (id int primary key);
    alter publication supabase_realtime add table public.news;
    create policy members on realtime.messages to authenticated
      using (realtime.topic() = 'club') with check (realtime.topic() = 'club');
  `)
  node = await startRealtimeNode(server)
})
afterAll(async () => {
  for (const { realtime } of clients) void realtime.disconnect()
  await node.kill('SIGTERM')
  await discard(server)
})

const sql = (text: string) => inDatabase(project, (database) => database.query(text))

/** A client of the main server or of the node, as a proxy sends it to one of them. */
function connect(place: 'main' | 'node', key = project.publishable_key): SupabaseClient {
  const url = place === 'main' ? project.api_url : `${node.url}/p/${project.ref}`
  const client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { reconnectAfterMs: () => 200 },
  })
  clients.push(client)
  return client
}

async function subscribed(channel: RealtimeChannel): Promise<RealtimeChannel> {
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
      if (status === REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR) reject(error ?? new Error(status))
    })
  })
  return channel
}

/** A channel of each, with the messages that arrive on it. */
async function both(name: string, isPrivate = false) {
  const places = await Promise.all(
    (['main', 'node'] as const).map(async (place) => {
      const heard: unknown[] = []
      const channel = connect(place, isPrivate ? project.service_role_key : undefined)
        .channel(name, { config: { private: isPrivate, broadcast: { ack: true } } })
        .on('broadcast', { event: 'shout' }, ({ payload }) => heard.push(payload))
      return { channel: await subscribed(channel), heard }
    }),
  )
  const [main, other] = places
  if (!main || !other) throw new Error('Two places are needed')
  return { main, other }
}

const keysOf = (state: RealtimePresenceState) => Object.keys(state).sort()

async function present(place: 'main' | 'node', key: string): Promise<RealtimeChannel> {
  const channel = connect(place).channel('lobby', { config: { presence: { key } } })
  channel.on('presence', { event: 'sync' }, () => {})
  // As clients are told to, it tracks again after each reconnect.
  await new Promise<void>((resolve) => {
    channel.subscribe((status) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED)
        void channel.track({ key }).then(() => resolve())
    })
  })
  return channel
}

it('broadcasts between clients of two server processes, both ways', async () => {
  const { main, other } = await both('room')
  expect(await main.channel.send({ type: 'broadcast', event: 'shout', payload: { n: 1 } })).toBe(
    'ok',
  )
  await expect.poll(() => other.heard).toEqual([{ n: 1 }])
  expect(await other.channel.send({ type: 'broadcast', event: 'shout', payload: { n: 2 } })).toBe(
    'ok',
  )
  await expect.poll(() => main.heard).toEqual([{ n: 2 }])
  // The charts show the clients of both.
  await expect
    .poll(async () => {
      const path = `/realtime/${project.ref}/metrics`
      return (await askPlatform<{ clients: number }>(server, 'GET', path)).clients
    })
    .toBe(2)
  const long = 'x'.repeat(100_000)
  await other.channel.httpSend('shout', { long })
  await expect.poll(() => [main.heard.at(-1), other.heard.at(-1)]).toEqual([{ long }, { long }])
})

it('refuses in either process a project that does not exist, and a request without a key', async () => {
  for (const base of [node.url, new URL(project.api_url).origin]) {
    const unknown = await fetch(`${base}/p/${'a'.repeat(20)}/realtime/v1/api/ping`)
    expect([unknown.status, await unknown.json()]).toMatchObject([
      404,
      { code: 'project_not_found' },
    ])
    const anonymous = await fetch(`${base}/p/${project.ref}/realtime/v1/api/ping`)
    expect(anonymous.status).toBe(401)
  }
})

it('applies the policies of private channels in both processes', async () => {
  for (const place of ['main', 'node'] as const)
    await expect(
      subscribed(connect(place).channel('club', { config: { private: true } })),
    ).rejects.toThrow('Unauthorized')
  const { main, other } = await both('club', true)
  await other.channel.send({ type: 'broadcast', event: 'shout', payload: { n: 1 } })
  await expect.poll(() => main.heard).toEqual([{ n: 1 }])
})

it('delivers each change of the database once in both processes', async () => {
  const heard = { main: [] as number[], node: [] as number[] }
  for (const place of ['main', 'node'] as const) {
    const channel = connect(place).channel('news')
    const ready = new Promise((resolve) => channel.on('system', {}, resolve))
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'news' }, (change) =>
      heard[place].push(change.new['id'] as number),
    )
    await subscribed(channel)
    expect(await ready).toMatchObject({ status: 'ok' })
  }
  await sql('insert into public.news select generate_series(1, 20)')
  const all = Array.from({ length: 20 }, (_, at) => at + 1)
  await expect.poll(() => heard.node.length + heard.main.length).toBe(40)
  expect(heard).toEqual({ main: all, node: all })
})

it('shows presence across both processes, and keeps working when either is killed', async () => {
  const ann = await present('main', 'ann')
  const bob = await present('node', 'bob')
  for (const channel of [ann, bob])
    await expect.poll(() => keysOf(channel.presenceState())).toEqual(['ann', 'bob'])
  await node.kill('SIGKILL')
  await expect.poll(() => keysOf(ann.presenceState())).toEqual(['ann'])
  const slots = () => sql('select slot_name from pg_replication_slots where temporary')
  await expect.poll(async () => (await slots()).rows).toEqual([])
  // The remaining clients reconnect to the other process.
  const again = await present('main', 'bob')
  await expect.poll(() => keysOf(again.presenceState())).toEqual(['ann', 'bob'])

  node = await startRealtimeNode(server)
  const eve = await present('node', 'eve')
  await expect.poll(() => keysOf(eve.presenceState())).toEqual(['ann', 'bob', 'eve'])
  const talk = { heard: [] as unknown[] }
  const listener = connect('node').channel('talk')
  listener.on('broadcast', { event: 'shout' }, ({ payload }) => talk.heard.push(payload))
  await subscribed(listener)
  const speaker = await subscribed(connect('node').channel('talk'))

  await server.kill('SIGKILL')
  await expect.poll(() => keysOf(eve.presenceState())).toEqual(['eve'])
  await speaker.send({ type: 'broadcast', event: 'shout', payload: { n: 1 } })
  await expect.poll(() => talk.heard).toEqual([{ n: 1 }])

  const { port } = new URL(project.api_url)
  const main = new URL(server.url).port
  server = await startServer({
    dataDir: server.dataDir,
    env: { STOA_PORT: main, STOA_API_PORT: port },
  })
  // The clients of the killed process come back by themselves and see everybody again.
  const everybody = ['ann', 'bob', 'eve']
  await expect.poll(() => keysOf(eve.presenceState())).toEqual(everybody)
  await expect.poll(() => keysOf(ann.presenceState())).toEqual(everybody)
})
