import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import pg from 'pg'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createOutgoing } from '../../lib/outgoing.ts'
import { createDialer } from './relay/dial.ts'
import { int32, writeMessage } from './relay/messages.ts'
import { createRelay, MAX_CONNECTIONS } from './relay/relay.ts'

const WELCOME = Buffer.concat([
  writeMessage('R', int32(0)),
  writeMessage('S', Buffer.from('server_version\x0018.0\0')),
  writeMessage('K', Buffer.concat([int32(7), int32(7)])),
  writeMessage('Z', Buffer.from('I')),
])

let test: TestProject
let server: Server
/** The server's behavior after the sign-in. */
let respond: (socket: Socket, request: Buffer) => void
const relay = createRelay({
  dialer: createDialer({ outgoing: createOutgoing({ allowsPrivate: true }) }),
})

beforeAll(async () => {
  test = await createTestProject()
  server = createServer((socket) => {
    let isOpen = false
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      if (isOpen) return respond(socket, chunk)
      isOpen = true
      // A cancel request gets no response, either.
      if (chunk.length > 16) socket.write(WELCOME)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { folder } = await test.database.openSocket(1, (local) =>
    relay.serve(local, {
      id: '1',
      name: 'hostile',
      password: 'mapping',
      remote: async () => ({
        host: '127.0.0.1',
        port,
        database: 'x',
        user: 'x',
        password: 'x',
        tls: 'disable',
        caCertificate: null,
      }),
    }),
  )
  await test.run(
    `create extension postgres_fdw schema extensions;
     create server hostile foreign data wrapper postgres_fdw
       options (host '${folder}', port '1', dbname 'x', connect_timeout '20');
     create user mapping for public server hostile options (user 'x', password 'mapping');
     grant usage on foreign server hostile to postgres`,
    'supabase_admin',
  )
  await test.run('create foreign table public.rows (id text) server hostile')
})
afterAll(async () => {
  relay.end()
  server.close()
  await test.stop()
})

async function owner(): Promise<pg.Client> {
  const client = new pg.Client({
    host: test.socketDir,
    user: 'postgres',
    password: test.password,
    database: 'postgres',
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function refusalOf(text: string): Promise<string | undefined> {
  const client = await owner()
  try {
    await client.query(`set statement_timeout = '1s'`)
    await client.query(text)
    return 'none'
  } catch (error) {
    return (error as pg.DatabaseError).code
  } finally {
    await client.end()
  }
}

it.each<[string, typeof respond]>([
  ['closes the connection', (socket) => socket.destroy()],
  ['sends garbage', (socket) => socket.write(Buffer.alloc(100_000, 'x'))],
  [
    'announces a row of 2 GB',
    (socket) => socket.write(Buffer.concat([Buffer.from('D'), int32(2 ** 31 - 1)])),
  ],
  [
    'sends rows that nobody asked for',
    (socket) => socket.write(writeMessage('D', Buffer.from([0, 1, 255, 255, 255, 255]))),
  ],
])('a server that %s fails the query and nothing else', async (_, hostile) => {
  respond = hostile
  expect(await refusalOf('select * from public.rows')).not.toBe('none')
  const client = await owner()
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
})

it('cancels a statement that the server does not end', async () => {
  respond = () => {}
  const client = await owner()
  await client.query(`set statement_timeout = '200ms'`)
  await expect(client.query('select * from public.rows')).rejects.toMatchObject({ code: '57014' })
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
})

it('limits the number of connections of a project', async () => {
  const { folder } = await test.database.openSocket(2, (local) =>
    relay.serve(local, {
      id: '2',
      name: 'slow',
      password: 'x',
      remote: () => new Promise(() => {}),
    }),
  )
  const login = { host: folder, port: 2, user: 'x', password: 'x' }
  const waiting = Array.from({ length: MAX_CONNECTIONS }, () => new pg.Client(login))
  const ended = waiting.map((client) => client.connect().catch(() => {}))
  await expect
    .poll(async () => new pg.Client(login).connect().catch((error: Error) => error.message))
    .toMatch(/already has 32 connections/)
  relay.end('2')
  await Promise.all(ended)
})
