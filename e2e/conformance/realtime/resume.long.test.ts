import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  publishedChangesClient,
  rawChangesClient,
  type ChangesClient,
} from '../../support/changes-client.ts'
import { askPlatform } from '../../support/platform-api.ts'
import { postmasterOf } from '../../support/postmaster.ts'
import { inDatabase } from '../../support/project.ts'
import {
  createProject,
  discard,
  portsOf,
  startRealtimeNode,
  startServer,
  type ProjectInfo,
  type StartedNode,
  type StartedServer,
} from '../../support/server.ts'

const ROUNDS = Number(process.env['RESUME_ROUNDS'] ?? 15)
const SEED = Number(process.env['RESUME_SEED'] ?? 1)

let server: StartedServer
let node: StartedNode
let project: ProjectInfo
let nodePort: string

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Garden')
  await inDatabase(project, (database) =>
    database.query(`
      create table public.news (id int primary key);
      alter publication supabase_realtime add table public.news;
    `),
  )
  node = await startRealtimeNode(server)
  nodePort = new URL(node.url).port
})
afterAll(async () => {
  await node.kill('SIGTERM')
  await discard(server)
})

/** The same numbers for the same seed (mulberry32). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}
const random = createRandom(SEED)

const startMain = async (spawned?: (child: ChildProcess) => void) => {
  const options = { dataDir: server.dataDir, env: portsOf(server, project) }
  server = await startServer({ ...options, ...(spawned && { spawned }) })
}
const startNode = async () => {
  node = await startRealtimeNode(server, { STOA_PORT: nodePort })
}
const status = async (wanted: string) =>
  expect
    .poll(async () => {
      const path = `/projects/${project.ref}`
      return (await askPlatform<{ status: string }>(server, 'GET', path)).status
    })
    .toBe(wanted)

/** The ways in which the processes that serve clients can end, each with its recovery. */
const ENDS: Readonly<Record<string, () => Promise<void>>> = {
  async 'stop the server'() {
    await server.kill('SIGTERM')
    await startMain()
  },
  async 'kill the server'() {
    await server.kill('SIGKILL')
    await startMain()
  },
  async 'kill the server while it stops'() {
    const stopped = server.kill('SIGTERM')
    await delay(random(300))
    await server.kill('SIGKILL')
    await stopped
    await startMain()
  },
  async 'kill the server while it starts'() {
    await server.kill('SIGKILL')
    const after = random(3000)
    let timer: NodeJS.Timeout | undefined
    await startMain((child) => {
      timer = setTimeout(() => child.kill('SIGKILL'), after)
    }).catch(() => {})
    clearTimeout(timer)
    await server.kill('SIGKILL')
    await startMain()
  },
  async 'kill Postgres'() {
    process.kill(await postmasterOf(server, project.ref), 'SIGKILL')
    await delay(random(1000))
  },
  async 'pause the project'() {
    await askPlatform(server, 'POST', `/projects/${project.ref}/pause`)
    await status('INACTIVE')
    await askPlatform(server, 'POST', `/projects/${project.ref}/resume`)
    await status('ACTIVE_HEALTHY')
  },
  async 'stop the node'() {
    await node.kill('SIGTERM')
    await startNode()
  },
  async 'kill the node'() {
    await node.kill('SIGKILL')
    await startNode()
  },
}

let id = 0

/** Inserts rows until it is told to stop, whatever ends in between. */
function startWriter() {
  let isStopping = false
  const done = (async () => {
    while (!isStopping) {
      const database = new pg.Client({ connectionString: project.connection_string })
      database.on('error', () => {})
      try {
        await database.connect()
        while (!isStopping) {
          const count = 1 + random(3)
          await database.query('insert into public.news select generate_series($1::int, $2::int)', [
            id + 1,
            id + count,
          ])
          id += count
          await delay(random(60))
        }
      } catch {
        // It is unknown whether the last rows were committed.
        id += 10
        await delay(100)
      } finally {
        await database.end().catch(() => {})
      }
    }
  })()
  return async () => {
    isStopping = true
    await done
  }
}

async function readIds(): Promise<readonly number[]> {
  const database = new pg.Client({ connectionString: project.connection_string })
  // The connection may break while idle.
  database.on('error', () => {})
  try {
    await database.connect()
    const { rows } = await database.query<{ id: number }>('select id from public.news')
    return rows.map(({ id }) => id)
  } finally {
    await database.end().catch(() => {})
  }
}

/** Joins again whenever its connection has ended, after a while. */
function follow(client: ReturnType<typeof rawChangesClient>, baseOf: () => string) {
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      if (!client.isOpen()) await client.join(baseOf()).catch(() => {})
      await delay(client.isOpen() ? 20 : random(4000))
    }
  })()
  return async () => {
    isOver = true
    client.leave()
    await done
  }
}

const nodeBase = () => `${node.url}/p/${project.ref}`

/** Clients at the main server and, with several processes, at a node and at both in turn. */
async function startClients(hasNode: boolean) {
  const names = ['a', 'b', 'c', ...(hasNode ? ['moves', 'node'] : [])]
  // Channels of their own in each test.
  const topic = (name: string) => `${name} ${hasNode ? 'of two' : 'of one'}`
  const raw = names.map((name) => rawChangesClient(project, topic(name), readIds))
  const followers = raw.map((client, at) =>
    follow(client, () => {
      if (names[at] === 'node') return nodeBase()
      return names[at] === 'moves' && random(2) === 0 ? nodeBase() : project.api_url
    }),
  )
  const published = [await publishedChangesClient(project, topic('app'), { read: readIds })]
  if (hasNode) {
    const given = { read: readIds, base: nodeBase() }
    published.push(await publishedChangesClient(project, topic('app at node'), given))
  }
  await expect.poll(() => raw.every((client) => client.isOpen())).toBe(true)
  return {
    all: [...raw, ...published] as readonly ChangesClient[],
    async stop() {
      for (const end of followers) await end()
      for (const client of published) client.leave()
    },
  }
}

/**
 * Ends processes and connections in random order while rows are inserted. Returns what it ended.
 */
async function runRound(ends: readonly string[]): Promise<readonly string[]> {
  const stopWriter = startWriter()
  await delay(random(1500))
  const plan = Array.from({ length: 1 + random(3) }, () => ends[random(ends.length)] ?? '')
  for (const name of plan) {
    await ENDS[name]?.()
    await delay(random(3000))
  }
  await stopWriter()
  return plan
}

it.each([
  ['one process', false],
  ['several processes', true],
])(
  'loses no change and repeats none, whatever ends in whatever order, with %s',
  { timeout: ROUNDS * 120_000 },
  async (_, hasNode) => {
    await inDatabase(project, (database) => database.query('truncate public.news'))
    const clients = await startClients(hasNode)
    const ends = Object.keys(ENDS).filter((name) => hasNode || !name.endsWith('the node'))
    let ids = new Set<number>()
    for (let round = 1; round <= ROUNDS; round += 1) {
      const plan = await runRound(ends)
      ids = new Set(await readIds())
      const lacking = () =>
        clients.all.flatMap(({ name, known }) => {
          const missing = [...ids].filter((id) => !known().has(id))
          return missing.length > 0 ? [{ name, missing }] : []
        })
      await expect
        .poll(lacking, { timeout: 40_000, message: `round ${round}: ${plan.join(', ')}` })
        .toEqual([])
      for (const { name, rows } of clients.all)
        expect([name, plan, repeated(rows)]).toEqual([name, plan, []])
    }
    const summary = clients.all.map(
      ({ name, rows, missed }) => `${name}: ${rows.length}, ${missed()}`,
    )
    process.stdout.write(
      `${ids.size} rows in ${ROUNDS} rounds. Rows that arrived, and times told: ${summary.join('; ')}\n`,
    )
    await clients.stop()
  },
)

function repeated(rows: readonly number[]): readonly number[] {
  const seen = new Set<number>()
  return rows.filter((row) => seen.has(row) || !seen.add(row))
}
