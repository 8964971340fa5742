import {
  createClient,
  REALTIME_SUBSCRIBE_STATES,
  type RealtimeChannel,
  type SupabaseClient,
} from '@supabase/supabase-js'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askPlatform } from '../../support/platform-api.ts'
import { postmasterOf } from '../../support/postmaster.ts'
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
let network: Network
const clients: SupabaseClient[] = []

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Garden')
  network = await createNetwork(portOf(project.api_url))
  await inDatabase(project, (database) =>
    database.query(`
      create table public.news (id int primary key);
      alter publication supabase_realtime add table public.news`),
  )
})
afterAll(async () => {
  for (const { realtime } of clients) void realtime.disconnect()
  await network.close()
  await discard(server)
})

const portOf = (url: string) => Number(new URL(url).port)

/**
 * The proxy that clients connect through. It outlives the server, and can be cut without a close
 * frame.
 */
type Network = {
  readonly port: number
  leadTo(port: number): void
  cut(): void
  close(): Promise<void>
}

async function createNetwork(first: number): Promise<Network> {
  let target = first
  const open = new Set<net.Socket>()
  const listening = net.createServer((near) => {
    const far = net.connect(target, '127.0.0.1')
    for (const [from, to] of [[near, far] as const, [far, near] as const]) {
      open.add(from)
      from.on('error', () => {})
      from.pipe(to)
      from.once('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    port: (listening.address() as AddressInfo).port,
    leadTo: (port) => void (target = port),
    cut,
    close() {
      cut()
      return new Promise((resolve) => listening.close(() => resolve()))
    },
  }
}

type Member = {
  readonly channel: RealtimeChannel
  readonly heard: unknown[]
  /** The keys of the clients that left. */
  readonly left: string[]
  readonly rows: number[]
  readonly systems: string[]
}

/** Joins a channel with every kind of listener, and is present again after each reconnect. */
function join(key: string, port: number): Member {
  const url = new URL(project.api_url)
  url.port = `${port}`
  const client = createClient(url.href, project.publishable_key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { reconnectAfterMs: () => 100 },
  })
  clients.push(client)
  const channel = client.channel('room', { config: { presence: { key } } })
  const member: Member = { channel, heard: [], left: [], rows: [], systems: [] }
  channel
    .on('broadcast', { event: '*' }, ({ payload }) => member.heard.push(payload))
    .on('presence', { event: 'leave' }, ({ key: gone }) => member.left.push(gone))
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'news' }, (change) =>
      member.rows.push(change.new['id']),
    )
    .on('system', {}, ({ status }: { status: string }) => member.systems.push(status))
    .subscribe((status) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) void channel.track({ key })
    })
  return member
}

const present = ({ channel }: Member) =>
  Object.entries(channel.presenceState()).map(([key, all]) => `${key} ${all.length}`)

/** Both are present exactly once, and both get messages and changes exactly once. */
async function expectTogether(members: readonly [Member, Member], id: number): Promise<void> {
  const soon = { timeout: 20_000 }
  for (const member of members) {
    await expect.poll(() => present(member).toSorted(), soon).toEqual(['ann 1', 'bob 1'])
    // After a failure, an error can follow that tells the client to read the data again.
    await expect.poll(() => member.systems, soon).toContain('ok')
  }
  const [ann, bob] = members
  await ann.channel.send({ type: 'broadcast', event: 'hello', payload: { id } })
  await expect.poll(() => bob.heard, soon).toContainEqual(expect.objectContaining({ id }))
  await inDatabase(project, (database) => database.query(`insert into news values (${id})`))
  for (const { rows } of members) await expect.poll(() => rows, soon).toContain(id)
  for (const { rows } of members) expect(rows.filter((row) => row === id)).toEqual([id])
}

it('recovers after the network was cut, Postgres was killed, and the server was killed', async () => {
  const members = [join('ann', network.port), join('bob', portOf(project.api_url))] as const
  const [ann, bob] = members
  await expectTogether(members, 1)

  // The sockets of one client end without a close frame: the other one sees it leave.
  ann.systems.length = 0
  network.cut()
  await expect.poll(() => bob.left).toContain('ann')
  await expectTogether(members, 2)

  for (const { systems } of members) systems.length = 0
  process.kill(await postmasterOf(server, project.ref), 'SIGKILL')
  for (const { systems } of members)
    await expect.poll(() => systems.length, { timeout: 20_000 }).toBeGreaterThan(0)
  await expectTogether(members, 3)

  await bob.channel.unsubscribe()
  const both = [ann, join('bob', network.port)] as const
  await expectTogether(both, 4)
  for (const { systems } of both) systems.length = 0
  await server.kill('SIGKILL')
  server = await startServer({ dataDir: server.dataDir })
  const path = `/projects/${project.ref}`
  type Endpoints = { endpoints: { api_url: string } }
  const { endpoints } = await askPlatform<Endpoints>(server, 'GET', path)
  const string = new URL(project.connection_string)
  string.port = `${server.postgresPort}`
  project = { ...project, api_url: endpoints.api_url, connection_string: string.href }
  // Committed before the clients have found the new server.
  await inDatabase(project, (database) => database.query('insert into news values (5), (6)'))
  network.leadTo(portOf(endpoints.api_url))
  await expectTogether(both, 7)
  expect(ann.rows).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(both[1].rows).toEqual([4, 5, 6, 7])
})
