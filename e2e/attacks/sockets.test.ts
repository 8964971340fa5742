import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { askPlatform } from '../support/platform-api.ts'
import { startRealtimeNode, type StartedNode } from '../support/server.ts'

const world = inject('attackWorld')
const [hostile, other] = world.organizations
const [attacker] = hostile.projects
const [victim, restricted] = other.projects

const opened = new Set<Socket>()
let node: StartedNode

/** Functions that a tenant might write, by name. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  // Opens many Postgres connections and never responds to the password request.
  stall: `
    const url = new URL(Deno.env.get('SUPABASE_DB_URL'))
    const parameters = new TextEncoder().encode('user\\0' + url.username + '\\0\\0')
    const startup = new Uint8Array(8 + parameters.length)
    new DataView(startup.buffer).setUint32(0, startup.length)
    new DataView(startup.buffer).setUint32(4, 196608)
    startup.set(parameters, 8)
    Deno.serve(async () => {
      const asked = []
      for (let count = 0; count < 20; count += 1) {
        const connection = await Deno.connect({ hostname: url.hostname, port: Number(url.port) })
        await connection.write(startup)
        const answer = new Uint8Array(1)
        await connection.read(answer)
        asked.push(String.fromCharCode(answer[0]))
      }
      return new Response(asked.join(''))
    })`,
  // Holds many requests to the API of its own project.
  hold: `
    const url = Deno.env.get('SUPABASE_URL') + '/functions/v1/stream'
    const responses = []
    Deno.serve(async () => {
      responses.push(...(await Promise.all(Array.from({ length: 20 }, () => fetch(url)))))
      return new Response(responses.map(({ status }) => status).join(' '))
    })`,
  stream: `
    Deno.serve(() => new Response(new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('begun')),
    })))`,
  chat: `
    Deno.serve((request) => {
      const { socket, response } = Deno.upgradeWebSocket(request)
      socket.onmessage = ({ data }) => socket.send(data)
      return response
    })`,
}

const deploy = (ref: string, name: string) =>
  askPlatform(world, 'POST', `/functions/${ref}/functions/${name}/versions`, {
    files: [{ path: 'index.ts', content: FUNCTIONS[name] }],
    verify_jwt: false,
  })
const call = async (apiUrl: string, name: string) =>
  (await fetch(`${apiUrl}/functions/v1/${name}`)).text()

beforeAll(async () => {
  for (const name of ['stall', 'hold', 'stream']) await deploy(attacker.ref, name)
  for (const name of ['stream', 'chat']) await deploy(restricted.ref, name)
  node = await startRealtimeNode(world)
})
afterAll(async () => {
  for (const socket of opened) socket.destroy()
  await node.kill('SIGTERM')
})

/** A connection whose own side stays open after the server has ended its side. */
async function open(url: string, bytes: string | Buffer): Promise<Socket> {
  const { port } = new URL(url)
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  opened.add(socket)
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

const handshake = (ref: string, path: string, key: string) =>
  [
    `GET /p/${ref}${path} HTTP/1.1`,
    'Host: localhost',
    `apikey: ${key}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
    '',
  ].join('\r\n')

/**
 * The clients' behavior after their handshake was refused; the server ends their connection in any
 * case.
 */
const WAYS: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['stays silent', (socket) => socket.resume()],
  ['sends more bytes', (socket) => socket.resume().write('x'.repeat(10_000))],
  ['closes its side', (socket) => socket.resume().end()],
  ['reads nothing', (socket) => socket.pause()],
]
const DOORS = [
  ['Realtime', '/realtime/v1/websocket'],
  ['the functions', '/functions/v1/missing'],
  ['nothing', '/none/v1'],
] as const
const refused = DOORS.flatMap(([door, path]) =>
  WAYS.map(([way, act]) => {
    const arrival = open(attacker.apiUrl, handshake(attacker.ref, path, 'wrong'))
    arrival.then(act, () => {})
    return [door, way, arrival] as const
  }),
)

const startup = (ref: string): Buffer => {
  const parameters = Buffer.from(`user\0postgres.${ref}\0\0`)
  const bytes = Buffer.alloc(8 + parameters.length)
  bytes.writeUInt32BE(bytes.length, 0)
  bytes.writeUInt32BE(196_608, 4)
  parameters.copy(bytes, 8)
  return bytes
}

async function owner(project: { readonly connectionString: string }): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: project.connectionString })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
const signsIn = async (project: { readonly connectionString: string }) =>
  (await (await owner(project)).query<{ one: number }>('select 1 as one')).rows

describe('connections of one tenant that never sign in', () => {
  it('from its functions do not lock out the functions or clients of another', async () => {
    await deploy(victim.ref, 'stall')
    expect(await call(attacker.apiUrl, 'stall')).toBe('R'.repeat(20))
    // The other tenant's function is also asked for its password.
    expect(await call(victim.apiUrl, 'stall')).toBe('R'.repeat(20))
    expect(await signsIn(victim)).toEqual([{ one: 1 }])
    expect(await signsIn(attacker)).toEqual([{ one: 1 }])
  })

  it.each([
    ['its own project', attacker.ref],
    ['the project of another', victim.ref],
  ])('at %s, from an address that both use, keep nobody out', async (_whose, ref) => {
    const url = `tcp://127.0.0.1:${world.postgresPort}`
    for (let count = 0; count < 150; count += 1) await open(url, startup(ref))
    expect(await signsIn(victim)).toEqual([{ one: 1 }])
    expect(await signsIn(attacker)).toEqual([{ one: 1 }])
  })

  it('and requests that its functions hold lock nobody out of the API', async () => {
    const held = await call(attacker.apiUrl, 'hold')
    expect(held).toContain('200')
    const response = await fetch(`${victim.apiUrl}/auth/v1/user`, {
      headers: { apikey: victim.publishableKey, authorization: `Bearer ${victim.user.token}` },
    })
    expect(response.status).toBe(200)
  })
})

describe('a read whose client has disconnected', () => {
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client({ connectionString: attacker.connectionString })
    await client.connect()
    await client.query(`
      create view endless as select pg_sleep(60)::text as slept;
      create table written (what text);
      create function endless_text() returns text stable language sql
        as 'select pg_sleep(60)::text';
      create function write_slowly() returns void language sql
        as 'select pg_advisory_xact_lock(5); insert into written values (''kept'')';
      create policy slow on storage.objects for select using (pg_sleep(60) is not null);
      insert into storage.buckets (id, name) values ('slow', 'slow');
      insert into storage.objects (bucket_id, name, owner) values ('slow', 'a', null);
      grant all on endless, written to service_role, anon;
      alter role anon set statement_timeout = '0'`)
  })
  afterAll(async () => {
    await client.query(`
      drop policy slow on storage.objects;
      drop function endless_text(); drop function write_slowly();
      drop view endless; drop table written;
      alter role anon reset statement_timeout`)
    await client.end()
  })

  /** The number of API callers' statements that run now and wait for this lock. */
  const waiting = async (event: string) =>
    (
      await client.query(
        `select from pg_stat_activity
         where application_name like 'stoa-data-api %' and state = 'active' and wait_event = $1`,
        [event],
      )
    ).rowCount

  async function leaveWhileRunning(path: string, init: RequestInit, event = 'PgSleep') {
    const leaving = new AbortController()
    const response = fetch(attacker.apiUrl + path, {
      ...init,
      signal: leaving.signal,
      headers: { apikey: attacker.publishableKey, 'content-type': 'application/json' },
    }).catch(() => {})
    await expect.poll(() => waiting(event)).toBe(1)
    leaving.abort()
    await response
  }

  it.each([
    ['of rows', '/rest/v1/endless', {}],
    ['by a function', '/rest/v1/rpc/endless_text', {}],
    ['of GraphQL', '/graphql/v1', { method: 'POST', body: '{"query":"{ endless_text }"}' }],
    [
      'of a bucket',
      '/storage/v1/object/list/slow',
      { method: 'POST', body: '{"prefix":"","limit":10}' },
    ],
  ])('%s ends in Postgres', async (_what, path, init) => {
    await leaveWhileRunning(path, init)
    await expect.poll(() => waiting('PgSleep')).toBe(0)
  })

  it('does not end a write with it', async () => {
    await client.query('select pg_advisory_lock(5)')
    const write = { method: 'POST', body: '{}' }
    await leaveWhileRunning('/rest/v1/rpc/write_slowly', write, 'advisory')
    // Once the server has noticed the second client, it has noticed the first.
    await leaveWhileRunning('/rest/v1/endless', {})
    await expect.poll(() => waiting('PgSleep')).toBe(0)
    expect(await waiting('advisory')).toBe(1)
    await client.query('select pg_advisory_unlock(5)')
    await expect
      .poll(async () => (await client.query('select what from written')).rows)
      .toEqual([{ what: 'kept' }])
  })
})

describe('what is open when an organization is restricted', () => {
  const set = (status: string | null) =>
    askPlatform(
      world,
      'PUT',
      `/organizations/${other.slug}/restriction`,
      status === null ? null : { status },
    )

  /** A WebSocket, and whether it is closed. */
  async function webSocket(url: string) {
    const socket = new WebSocket(url.replace('http', 'ws'))
    let isClosed = false
    socket.addEventListener('close', () => (isClosed = true))
    await once(socket, 'open')
    return () => isClosed
  }

  /** A response without an end, and whether it has ended. */
  async function stream(url: string) {
    const response = await fetch(url)
    expect(response.status).toBe(200)
    let isOver = false
    response.text().then(
      () => (isOver = true),
      () => (isOver = true),
    )
    return () => isOver
  }

  it('is closed, at every door and in every process', async () => {
    const { apiUrl, ref, publishableKey } = restricted
    const key = `apikey=${publishableKey}`
    const doors = [
      await webSocket(`${apiUrl}/realtime/v1/websocket?vsn=1.0.0&${key}`),
      await webSocket(`${node.url}/p/${ref}/realtime/v1/websocket?vsn=1.0.0&${key}`),
      await webSocket(`${apiUrl}/functions/v1/chat`),
      await stream(`${apiUrl}/functions/v1/stream`),
    ]
    const client = await owner(restricted)
    let hasEnded = false
    client.once('end', () => (hasEnded = true))
    // The connections of others stay open.
    const kept = await webSocket(
      `${attacker.apiUrl}/realtime/v1/websocket?apikey=${attacker.publishableKey}`,
    )
    expect(doors.map((isClosed) => isClosed())).toEqual([false, false, false, false])
    onTestFinished(async () => void (await set(null)))
    await set('restricted')
    await expect.poll(() => doors.map((isClosed) => isClosed())).toEqual([true, true, true, true])
    await expect.poll(() => hasEnded).toBe(true)
    expect(kept()).toBe(false)
    for (const url of [apiUrl, `${node.url}/p/${ref}`]) {
      const refused = await open(url, handshake(ref, '/realtime/v1/websocket', publishableKey))
      const [answer] = (await once(refused, 'data')) as [Buffer]
      expect(answer.toString()).toContain('HTTP/1.1 402')
      expect(answer.toString()).toContain('organization_restricted')
    }
  })
})

// This comes last, because the server closes them only after a while.
describe('the client of a refused handshake', () => {
  it.each(refused)('of %s that %s loses its connection', async (_door, _way, arrival) => {
    const socket = await arrival
    // Only sending something reveals that a connection is closed.
    await expect
      .poll(() => socket.destroyed || (socket.writable && socket.write('x') && false))
      .toBe(true)
  })
})
