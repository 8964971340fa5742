import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { WebSocket } from 'ws'
import { askPlatform } from '../e2e/support/platform-api.ts'
import { createProject, discard, startServer, type ProjectInfo } from '../e2e/support/server.ts'
import { startContender } from './contender.ts'
import { measureChannels } from './channels.ts'
import { atLeast, atMost, type Finding } from './finding.ts'
import type { Order } from './listeners.ts'
import { median } from './load.ts'
import { residentMemory } from './memory.ts'
import { runSql } from './rest-setup.ts'

const LISTENERS = fileURLToPath(new URL('listeners.ts', import.meta.url))
const SOCKETS = 5000
const IDLE_SOCKETS = 10_000
const ROUNDS = 21
const CHANGES = 100
const SUBSCRIBERS = 100
const BURST = 4000
const TOPIC = 'realtime:bench'
const SHORT = { channels: 100, seconds: 5 }
const LONG = { channels: 1000, seconds: 60 }

/** Measures broadcasts to many sockets, changes of the database, and idle connections. */
export async function measureRealtime({
  isLong,
}: {
  isLong: boolean
}): Promise<readonly Finding[]> {
  const server = await startServer()
  try {
    const project = await createProject(server, 'Realtime')
    await askPlatform(server, 'PATCH', `/projects/${project.ref}/config/realtime`, {
      max_concurrent_users: 50_000,
      max_joins_per_second: 10_000,
      max_events_per_second: 10_000,
    })
    await runSql(
      project,
      `create table item (id int primary key, owner text not null default 'all');
       alter table item enable row level security;
       create policy "Everybody reads" on item for select using (owner = 'all');
       grant select on item to anon;
       alter publication supabase_realtime add table item`,
    )
    return [
      await measureFanOut(project),
      ...(await measureChannels(socketUrl(project), SHORT)),
      ...(isLong ? await measureChannels(socketUrl(project), LONG) : []),
      ...(await measureChanges(project)),
      await measureIdle(project, server.pid),
    ]
  } finally {
    await discard(server)
  }
}

const socketUrl = ({ api_url: url, publishable_key: key }: ProjectInfo) =>
  `${url}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`

const joinFrame = JSON.stringify(['1', '1', TOPIC, 'phx_join', { config: { broadcast: {} } }])
const broadcastFrame = JSON.stringify([
  '1',
  '2',
  TOPIC,
  'broadcast',
  { type: 'broadcast', event: 'moved', payload: { x: 12.5, y: 7.25, who: 'somebody' } },
])

const changesFrame = JSON.stringify([
  '1',
  '1',
  'realtime:rows',
  'phx_join',
  { config: { postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'item' }] } },
])

/** How fast one message reaches 5,000 sockets, against the library alone sending the same bytes. */
async function measureFanOut(project: ProjectInfo): Promise<Finding> {
  const bare = await startContender('bare-broadcast-server.ts', {})
  const ours = await openListeners({ url: socketUrl(project), count: SOCKETS, first: joinFrame })
  const theirs = await openListeners({ url: bare.url, count: SOCKETS })
  const toUs = await openSender(socketUrl(project), joinFrame)
  const toThem = await openSender(bare.url)
  const ratios: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const other = await timeOf(theirs, toThem)
    const mine = await timeOf(ours, toUs)
    // The first round warms both up.
    if (round > 0) ratios.push(other / mine)
  }
  for (const each of [toUs, toThem]) each.terminate()
  for (const each of [ours, theirs]) each.kill()
  await bare.stop()
  return atLeast('one message to 5,000 sockets against bare ws', median(ratios), 'x', 0.8)
}

async function timeOf(listeners: ChildProcess, sender: WebSocket): Promise<number> {
  await order(listeners, { kind: 'expect', text: 'somebody', times: 1 }, 'expecting')
  const received = once(listeners, 'message')
  const started = performance.now()
  sender.send(broadcastFrame)
  await received
  return performance.now() - started
}

async function openListeners(given: Omit<Extract<Order, { kind: 'open' }>, 'kind'>) {
  const child = fork(LISTENERS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await order(child, { kind: 'open', ...given }, 'opened')
  // Time for messages that follow the reply to a join.
  await setTimeout(1500)
  return child
}

async function order(child: ChildProcess, given: Order, report: string): Promise<void> {
  const answered = once(child, 'message')
  child.send(given)
  const [said] = (await answered) as [unknown]
  if (said !== report) throw new Error(`The listeners reported ${String(said)}, not ${report}`)
}

async function openSender(url: string, first?: string): Promise<WebSocket> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  if (first !== undefined) {
    socket.send(first)
    await once(socket, 'message')
    await setTimeout(200)
  }
  return socket
}

/** How fast a change arrives, and how many a second reach subscribers whose policies decide. */
async function measureChanges(project: ProjectInfo): Promise<readonly Finding[]> {
  const client = createClient(project.api_url, project.publishable_key)
  const database = new pg.Client({ connectionString: project.connection_string })
  await database.connect()
  let arrived: () => void = () => {}
  await listen(client, () => arrived())
  const delays: number[] = []
  for (let id = 1; id <= CHANGES; id += 1) {
    const there = new Promise<void>((resolve) => (arrived = resolve))
    const started = performance.now()
    await database.query('insert into item (id) values ($1)', [id])
    await there
    delays.push(performance.now() - started)
  }

  await client.removeAllChannels()
  const subscribers = await openListeners({
    url: socketUrl(project),
    count: SUBSCRIBERS,
    first: changesFrame,
  })
  await order(subscribers, { kind: 'expect', text: '"type":"INSERT"', times: BURST }, 'expecting')
  const received = once(subscribers, 'message')
  const started = performance.now()
  for (let from = 0; from < BURST; from += 100)
    await database.query('insert into item (id) select generate_series($1::int, $1 + 99)', [
      10_000 + from,
    ])
  await received
  const rate = BURST / ((performance.now() - started) / 1000)
  subscribers.kill()
  await database.end()
  return [
    atMost('a change of a row until a client has it', median(delays), 'ms', 10),
    atLeast('changes to 100 subscribers with policies', rate, 'req/s', 2000),
  ]
}

/** Resolves when the database delivers the changes. */
function listen(client: SupabaseClient, onRow: () => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client
    .channel('rows')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'item' }, onRow)
    .on('system', {}, ({ status, message }: { status: string; message: string }) =>
      status === 'ok' ? resolve() : reject(new Error(message)),
    )
    .subscribe()
  return promise
}

/** The cost of 10,000 idle sockets with one channel each. */
async function measureIdle(project: ProjectInfo, pid: number): Promise<Finding> {
  await setTimeout(3000)
  const before = await residentMemory(pid)
  const children: ChildProcess[] = []
  for (let opened = 0; opened < IDLE_SOCKETS; opened += SOCKETS)
    children.push(
      await openListeners({ url: socketUrl(project), count: SOCKETS, first: joinFrame }),
    )
  await setTimeout(3000)
  const used = (await residentMemory(pid)) - before
  for (const child of children) child.kill()
  return atMost('10,000 idle sockets', used, 'MB', 200)
}
