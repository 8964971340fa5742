import {
  createClient,
  REALTIME_CHANNEL_STATES,
  type RealtimeChannel,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askPlatform } from '../../support/platform-api.ts'
import { inDatabase } from '../../support/project.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'

let server: StartedServer
let project: ProjectInfo
const clients: SupabaseClient[] = []

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Garden')
  await sql(`
    create table public.todos (id int primary key, owner uuid default auth.uid(), title text);
    alter table public.todos enable row level security;
    create policy own on public.todos for all to authenticated using (owner = auth.uid());
    create table public.news (id int primary key, title text, done boolean);
    alter publication supabase_realtime add table public.todos, public.news;
    create policy listen on realtime.messages for select to authenticated
      using (realtime.topic() = 'user:' || auth.uid());
    create policy speak on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'user:' || auth.uid());
  `)
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.removeAllChannels()))
  for (const { realtime } of clients) void realtime.disconnect()
  await discard(server)
})

const sql = (text: string) => inDatabase(project, (database) => database.query(text))

function connect(realtime: object = {}, to = project): SupabaseClient {
  const client = createClient(to.api_url, to.publishable_key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime,
  })
  clients.push(client)
  return client
}

async function signedUp(email: string) {
  const client = connect()
  const { data, error } = await client.auth.signUp({ email, password: 'correct horse battery' })
  expect(error).toBeNull()
  return { client, id: data.user?.id ?? '' }
}

/** Resolves with the first status that is not a transitional one. */
const subscribed = (channel: RealtimeChannel) =>
  new Promise<{ status: string; error: Error | undefined }>((resolve) => {
    channel.subscribe((status, error) => resolve({ status, error }))
  })

/** Events in the order of their arrival. */
function collect<T>() {
  const events: T[] = []
  return { events, add: (event: T) => void events.push(event) }
}

it.each(['1.0.0', '2.0.0'])(
  'broadcasts between clients, with acknowledgements, over version %s',
  async (vsn) => {
    const heard = collect<unknown>()
    const listener = connect({ vsn }).channel(`room ${vsn}`)
    listener.on('broadcast', { event: 'shout' }, ({ payload }) => heard.add(payload))
    expect((await subscribed(listener)).status).toBe('SUBSCRIBED')
    const speaker = connect().channel(`room ${vsn}`, { config: { broadcast: { ack: true } } })
    await subscribed(speaker)
    const sent = await speaker.send({ type: 'broadcast', event: 'shout', payload: { n: 1 } })
    expect(sent).toBe('ok')
    await speaker.httpSend('shout', { n: 2 })
    await expect.poll(() => heard.events).toEqual([{ n: 1 }, { n: 2 }])
  },
)

// SPEC: "and realtime."
it('keeps presence in step: sync, join and leave', async () => {
  const [first, second] = ['ann', 'bob'].map((key) =>
    connect().channel('hall', { config: { presence: { key } } }),
  )
  if (!first || !second) throw new Error('Two channels are needed')
  const joined = collect<string>()
  const left = collect<string>()
  first.on('presence', { event: 'join' }, ({ key }) => joined.add(key))
  first.on('presence', { event: 'leave' }, ({ key }) => left.add(key))
  second.on('presence', { event: 'sync' }, () => {})
  await subscribed(first)
  expect(await first.track({ mood: 'fine' })).toBe('ok')
  await subscribed(second)
  await expect.poll(() => second.presenceState()['ann']?.[0]).toMatchObject({ mood: 'fine' })
  await second.track({ mood: 'better' })
  await expect.poll(() => joined.events).toEqual(['ann', 'bob'])
  await second.untrack()
  await expect.poll(() => left.events).toEqual(['bob'])
  expect(Object.keys(first.presenceState())).toEqual(['ann'])
})

it('delivers inserts, updates and deletes with values of their types', async () => {
  const changes = collect<{ eventType: string; new: object; old: object }>()
  const channel = connect()
    .channel('news')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'news' }, changes.add)
    .on(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', filter: 'id=gt.1', table: 'news' },
      changes.add,
    )
  const ready = new Promise<unknown>((resolve) => channel.on('system', {}, resolve))
  expect((await subscribed(channel)).status).toBe('SUBSCRIBED')
  expect(await ready).toMatchObject({ status: 'ok', message: 'Subscribed to PostgreSQL' })
  await sql(`
    insert into public.news values (1, 'one', true);
    update public.news set title = 'uno';
    delete from public.news;
    insert into public.news values (2, 'two', null);
  `)
  await expect
    .poll(() => changes.events.map((change) => [change.eventType, change.new, change.old]))
    .toEqual([
      ['INSERT', { id: 1, title: 'one', done: true }, {}],
      ['UPDATE', { id: 1, title: 'uno', done: true }, { id: 1 }],
      ['DELETE', {}, { id: 1 }],
      ['INSERT', { id: 2, title: 'two', done: null }, {}],
      ['INSERT', { id: 2, title: 'two', done: null }, {}],
    ])
})

it('delivers a row and a private message only as the policies allow', async () => {
  const ann = await signedUp('ann@example.com')
  const bob = await signedUp('bob@example.com')
  const rows = { ann: collect<unknown>(), bob: collect<unknown>() }
  for (const [name, { client }] of [['ann', ann] as const, ['bob', bob] as const]) {
    const channel = client
      .channel('todos')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'todos' }, (change) =>
        rows[name].add(change.new['title']),
      )
    const ready = new Promise((resolve) => channel.on('system', {}, resolve))
    await subscribed(channel)
    await ready
  }
  await bob.client.from('todos').insert({ id: 1, title: 'of bob' })
  await ann.client.from('todos').insert({ id: 2, title: 'of ann' })
  await expect.poll(() => rows.ann.events).toEqual(['of ann'])
  await expect.poll(() => rows.bob.events).toEqual(['of bob'])

  const topic = `user:${ann.id}`
  const config = { private: true, broadcast: { self: true, replication_ready: true } }
  const stranger = await subscribed(bob.client.channel(topic, { config }))
  expect(stranger.status).toBe('CHANNEL_ERROR')
  expect(String(stranger.error)).toContain('Unauthorized')
  const heard = collect<unknown>()
  const own = ann.client.channel(topic, { config })
  own.on('broadcast', { event: '*' }, ({ event }) => heard.add(event))
  const ready = new Promise((resolve) => own.on('system', {}, resolve))
  expect((await subscribed(own)).status).toBe('SUBSCRIBED')
  await ready
  await own.send({ type: 'broadcast', event: 'sent', payload: {} })
  await sql(`select realtime.send('{}', 'from the database', '${topic}')`)
  await expect.poll(() => heard.events).toEqual(['sent', 'from the database'])

  // Another token of the same user keeps the channel; one of another user ends it.
  const { data } = await ann.client.auth.refreshSession()
  await ann.client.realtime.setAuth(data.session?.access_token)
  await own.send({ type: 'broadcast', event: 'again', payload: {} })
  await expect.poll(() => heard.events.at(-1)).toBe('again')
  const other = await bob.client.auth.getSession()
  await ann.client.realtime.setAuth(other.data.session?.access_token)
  await expect.poll(() => own.state).toBe(REALTIME_CHANNEL_STATES.closed)
})

it('refuses the handshake of a client with a foreign key, or none', async () => {
  const [head, claims] = project.anon_key.split('.')
  for (const key of ['sb_publishable_foreign', `${head}.${claims}.AAAA`, '']) {
    const url = `${project.api_url}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`
    const socket = new WebSocket(url.replace('http', 'ws'))
    const ended = new Promise((resolve) => {
      socket.addEventListener('open', () => resolve('open'))
      socket.addEventListener('error', () => resolve('refused'))
    })
    expect(await ended).toBe('refused')
  }
})

it('reconnects and joins its channels again after the connection broke', async () => {
  const client = connect({ reconnectAfterMs: () => 50 })
  const channel = client.channel('again')
  const statuses = collect<string>()
  await new Promise<void>((resolve) => {
    channel.subscribe((status) => {
      statuses.add(status)
      if (statuses.events.includes('SUBSCRIBED')) resolve()
    })
  })
  // A change of the settings disconnects every client.
  await askPlatform(server, 'PATCH', `/projects/${project.ref}/config/realtime`, {
    max_events_per_second: 50,
  })
  await expect.poll(() => statuses.events.filter((each) => each === 'SUBSCRIBED').length).toBe(2)
})

it('ends the connections of a key that is revoked, and no others', async () => {
  const created = await askPlatform<{ id: string; value: string }>(
    server,
    'POST',
    `/projects/${project.ref}/api-keys`,
    { kind: 'publishable', name: 'brief' },
  )
  const closed: string[] = []
  const open = (name: string, key: string) => {
    const url = `${project.api_url}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`
    const socket = new WebSocket(url.replace('http', 'ws'))
    socket.addEventListener('close', () => closed.push(name))
    return new Promise<WebSocket>((resolve) =>
      socket.addEventListener('open', () => resolve(socket)),
    )
  }
  const [kept] = await Promise.all([
    open('kept', project.publishable_key),
    open('revoked', created.value),
  ])
  await askPlatform(server, 'DELETE', `/projects/${project.ref}/api-keys/${created.id}`)
  await expect.poll(() => closed).toEqual(['revoked'])
  expect(kept.readyState).toBe(WebSocket.OPEN)
  kept.close()
})

it('replays stored messages to a client that joins later', async () => {
  const { client, id } = await signedUp('late@example.com')
  const since = Date.now() - 60_000
  await sql(`select realtime.send('{"n": 1}', 'stored', 'user:${id}', true)`)
  const heard = collect<object>()
  const channel = client.channel(`user:${id}`, {
    config: { private: true, broadcast: { replay: { since, limit: 5 } } },
  })
  channel.on('broadcast', { event: '*' }, (message) => heard.add(message)).subscribe()
  await expect
    .poll(() => heard.events)
    .toMatchObject([{ event: 'stored', payload: { n: 1 }, meta: { replayed: true } }])
})

it('counts clients, joins, messages and refusals for the charts', async () => {
  type Metrics = { clients: number; channels: number; minutes: Record<string, number>[] }
  // Clients of other tests rejoin the first project whenever their connection was cut.
  const counted = await createProject(server, 'Counted')
  const read = () => askPlatform<Metrics>(server, 'GET', `/realtime/${counted.ref}/metrics`)
  const sumOf = ({ minutes }: Metrics, name: string) =>
    minutes.reduce((sum, minute) => sum + (minute[name] ?? 0), 0)
  const open = (config = {}) => connect({}, counted).channel('counted', { config })
  const [speaker, listener] = [open(), open()]
  await subscribed(speaker)
  await subscribed(listener)
  await speaker.send({ type: 'broadcast', event: 'heard', payload: {} })
  await subscribed(open({ private: true }))
  const names = ['connections', 'joins', 'messages', 'deliveries']
  await expect
    .poll(async () => {
      const metrics = await read()
      return [metrics.channels, ...names.map((name) => sumOf(metrics, name))]
    })
    .toEqual([2, 3, 2, 1, 1])
  // The refused client tries again and is counted again.
  expect(sumOf(await read(), 'refusals')).toBeGreaterThan(0)
})

it('lets a member join as a user with a ticket that opens nothing else', async () => {
  const { id } = await signedUp('seen@example.com')
  const issue = (body: object) =>
    askPlatform<{ ticket: string }>(server, 'POST', `/realtime/${project.ref}/tickets`, body)
  const { ticket } = await issue({ role: 'authenticated', userId: id })
  const joinAs = async (token: string, topic: string) => {
    const client = createClient(project.api_url, project.publishable_key, {
      accessToken: async () => token,
    })
    clients.push(client)
    await client.realtime.setAuth(token)
    return (await subscribed(client.channel(topic, { config: { private: true } }))).status
  }
  expect(await joinAs(ticket, `user:${id}`)).toBe('SUBSCRIBED')
  expect(await joinAs(ticket, 'user:somebody-else')).toBe('CHANNEL_ERROR')
  expect(await joinAs('stoa_ticket_invented', `user:${id}`)).toBe('CHANNEL_ERROR')
  const headers = { apikey: project.publishable_key, authorization: `Bearer ${ticket}` }
  expect((await fetch(`${project.api_url}/rest/v1/todos`, { headers })).status).toBe(401)
  expect((await fetch(`${project.api_url}/auth/v1/user`, { headers })).status).toBe(403)
  await expect(issue({ role: 'anon', userId: id })).rejects.toThrow('role_without_user')
})
