import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { askPlatform } from '../e2e/support/platform-api.ts'
import { createProject, discard, startServer, type ProjectInfo } from '../e2e/support/server.ts'
import { startContender } from './contender.ts'
import { atLeast, told, type Finding } from './finding.ts'
import { median } from './load.ts'
import { runSql } from './rest-setup.ts'

const CLIENTS = 4
const ROUNDS = 7
const ROUND_MS = 1000
const EVENTS = 4000
/** Inserts a second, each of which is an event to send. */
const OFFERED = 1000
const MESSAGES = 300

/** Measures what webhooks of a table cost its writers, how fast they are sent, and queues. */
export async function measureIntegrations(): Promise<readonly Finding[]> {
  const server = await startServer({ env: { STOA_ALLOW_PRIVATE_ADDRESSES: 'on' } })
  const receiver = await startContender('bare-receiver.ts', {})
  try {
    const project = await createProject(server, 'Integrations')
    const table = '(id bigint generated always as identity primary key, name text, size int)'
    await runSql(project, `create table plain ${table}; create table watched ${table}`)
    await askPlatform(server, 'POST', `/webhooks/${project.ref}/webhooks`, {
      name: 'Bench',
      url: receiver.url,
      schema: 'public',
      table: 'watched',
      events: ['INSERT'],
    })
    return [
      await measureQueue(project),
      await measureDelivery(project, receiver.url),
      ...(await measureInserts(project)),
    ]
  } finally {
    await receiver.stop()
    await discard(server)
  }
}

const countOf = async (url: string) => Number(await (await fetch(url)).text())

/** Events of one transaction, from its commit until the last is received. */
async function measureDelivery(project: ProjectInfo, receiver: string): Promise<Finding> {
  const before = await countOf(receiver)
  await runSql(
    project,
    `insert into watched (name, size) select 'a name', n from generate_series(1, ${EVENTS}) as n`,
  )
  const started = performance.now()
  while ((await countOf(receiver)) < before + EVENTS) await setTimeout(20)
  const rate = (EVENTS / (performance.now() - started)) * 1000
  return atLeast('webhook events received a second', rate, 'req/s', 1000)
}

/** Rows a second of clients that commit each row, at a given rate and as fast as they can. */
async function measureInserts(project: ProjectInfo): Promise<readonly Finding[]> {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client({ connectionString: project.connection_string })
      await client.connect()
      return client
    }),
  )
  /** `perSecond` bounds what the clients insert together. */
  const rateOf = async (table: string, perSecond: number) => {
    const started = performance.now()
    let rows = 0
    const insertUntilEnd = async (client: pg.Client) => {
      for (;;) {
        const elapsed = performance.now() - started
        if (elapsed >= ROUND_MS) return
        const ahead = (rows * 1000) / perSecond - elapsed
        if (ahead > 0) {
          await setTimeout(ahead)
          continue
        }
        rows += 1
        await client.query({
          name: table,
          text: `insert into ${table} (name, size) values ($1, $2)`,
          values: ['a name', rows],
        })
      }
    }
    await Promise.all(clients.map(insertUntilEnd))
    return rows
  }
  const ratioAt = async (perSecond: number) => {
    const ratios: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const plain = await rateOf('plain', perSecond)
      const watched = await rateOf('watched', perSecond)
      // The first round warms both up.
      if (round > 0) ratios.push(watched / plain)
    }
    return median(ratios)
  }
  const paced = await ratioAt(OFFERED)
  const unpaced = await ratioAt(Infinity)
  await Promise.all(clients.map((client) => client.end()))
  return [
    atLeast(`${OFFERED} inserts a second with a webhook against without`, paced, 'x', 0.9),
    // Sending an event costs more than an insert, and here both and the receiver share the cores.
    told('as many inserts as fit with a webhook against without', unpaced, 'x'),
  ]
}

/** Messages sent, read, and deleted one by one, against the same statements on a table. */
async function measureQueue(project: ProjectInfo): Promise<Finding> {
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  await client.query(`select pgmq.create('bench')`)
  await client.query(`
    create table by_hand (
      msg_id bigint generated always as identity primary key, read_ct int not null default 0,
      enqueued_at timestamptz not null default now(), vt timestamptz not null,
      message jsonb, headers jsonb);
    create index on by_hand (vt)`)
  const ours = [
    `select * from pgmq.send('bench', '{"job": 1}')`,
    `select * from pgmq.read('bench', 30, 1)`,
    `select pgmq.delete('bench', $1::bigint)`,
  ] as const
  const theirs = [
    `insert into by_hand (vt, message) values (clock_timestamp(), '{"job": 1}') returning msg_id`,
    `with picked as (
       select msg_id from by_hand where vt <= clock_timestamp()
       order by msg_id limit 1 for update skip locked)
     update by_hand as q set read_ct = read_ct + 1, vt = clock_timestamp() + interval '30 seconds'
     from picked where q.msg_id = picked.msg_id returning q.*`,
    `delete from by_hand where msg_id = $1 returning msg_id`,
  ] as const
  const timeOf = async ([send, read, remove]: readonly [string, string, string]) => {
    const started = performance.now()
    for (let sent = 0; sent < MESSAGES; sent += 1) {
      await client.query({ name: send, text: send })
      const { rows } = await client.query<{ msg_id: string }>({ name: read, text: read })
      await client.query({ name: remove, text: remove, values: [rows[0]?.msg_id] })
    }
    return performance.now() - started
  }
  const ratios: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const byHand = await timeOf(theirs)
    const queue = await timeOf(ours)
    if (round > 0) ratios.push(byHand / queue)
  }
  await client.end()
  return atLeast('a queue against the same statements by hand', median(ratios), 'x', 0.7)
}
