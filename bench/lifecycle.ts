import { spawn } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { askPlatform } from '../e2e/support/platform-api.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../e2e/support/server.ts'
import { sampleDatabase } from '../server/test/sample-database/sample-database.ts'
import { atMost, told, type Finding } from './finding.ts'
import { median } from './load.ts'
import { proportionalMemory } from './memory.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const IDLE_SECONDS = 3
const SETTLE_MS = 70_000
const PASSWORD = 'quiet-marble-4417-colonnade'

/** Measures starting the server, creating and waking projects, and idle memory. */
export async function measureLifecycle(): Promise<readonly Finding[]> {
  const started = await measureStart()
  const server = await startServer({
    env: {
      STOA_IDLE_MINUTES: String(IDLE_SECONDS / 60),
      NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'stoa'),
    },
  })
  try {
    const project = await createProject(server, 'Bench')
    const { slug } = (
      await askPlatform<{ slug: string }[]>(server, 'GET', '/organizations')
    )[0] ?? {
      slug: '',
    }
    const created: number[] = []
    for (const name of ['One', 'Two', 'Three']) created.push(await timeCreation(server, slug, name))
    const other = await createProject(server, 'Other')
    await load(project, sampleDatabase())
    const woken: number[] = []
    for (const asleep of [project, other, project]) {
      await untilSleeping(server, asleep.ref)
      woken.push(await timeFirstByte(asleep))
    }
    await untilSleeping(server, project.ref)
    const clusters = await realpath(path.join(server.dataDir, 'clusters'))
    return [
      atMost('npm start to an answering sign-in page', started.later, 's', 2),
      atMost('the same, the very first time', started.first, 's', 5),
      atMost('create a project, all services answering', median(created), 's', 1),
      atMost('first REST byte from a sleeping project', median(woken), 's', 0.3),
      ...(await measureMemory(server, clusters, [project, other])),
    ]
  } finally {
    await discard(server)
  }
}

/** Measures `npm start` with installed packages, on an empty and on an existing data folder. */
async function measureStart(): Promise<{ first: number; later: number }> {
  const times: { first: number; later: number }[] = []
  for (let round = 0; round < 3; round += 1) {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'stoa-bench-'))
    times.push({ first: await timeStart(dataDir), later: await timeStart(dataDir) })
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    first: median(times.map(({ first }) => first)),
    later: median(times.map(({ later }) => later)),
  }
}

async function timeStart(dataDir: string): Promise<number> {
  const begun = performance.now()
  const env = { ...process.env, STOA_PORT: '0', STOA_POSTGRES_PORT: '0', STOA_DATA_DIR: dataDir }
  const child = spawn('npm', ['start'], { cwd: root, env, detached: true })
  const url = await new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /ready: (\S+)/.exec(chunk.toString())?.[1]
      if (found) resolve(found)
    })
  })
  await fetch(`${url}/sign-in`)
  const seconds = (performance.now() - begun) / 1000
  const gone = new Promise((resolve) => child.once('close', resolve))
  // The signal goes to the process group of npm and the processes it started.
  if (child.pid) process.kill(-child.pid, 'SIGINT')
  await gone
  return seconds
}

type Created = { ref: string; status: string; endpoints: { api_url: string } }

/** Measures the time from the create request to a sign-up and a read through supabase-js. */
async function timeCreation(server: StartedServer, slug: string, name: string): Promise<number> {
  const begun = performance.now()
  const body = { organization_slug: slug, name, db_pass: PASSWORD }
  let project = await askPlatform<Created>(server, 'POST', '/projects', body)
  while (project.status === 'COMING_UP') {
    await new Promise((resolve) => setTimeout(resolve, 10))
    project = await askPlatform<Created>(server, 'GET', `/projects/${project.ref}`)
  }
  const keys = await askPlatform<{ anon_key: string }>(
    server,
    'GET',
    `/projects/${project.ref}/api-keys`,
  )
  const db = createClient(project.endpoints.api_url, keys.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const signedUp = await db.auth.signUp({ email: 'a@example.com', password: 'correct horse' })
  const read = await db.from('nothing').select('*')
  if (signedUp.error || read.status !== 404) throw new Error('A service did not answer')
  return (performance.now() - begun) / 1000
}

async function load(project: ProjectInfo, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  await client.query(text)
  await client.end()
}

async function untilSleeping(server: StartedServer, ref: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const { compute } = await askPlatform<{ compute: string }>(server, 'GET', `/projects/${ref}`)
    if (compute === 'sleeping') return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${ref} never slept`)
}

async function timeFirstByte(project: ProjectInfo): Promise<number> {
  const begun = performance.now()
  const response = await fetch(`${project.api_url}/rest/v1/`, {
    headers: { apikey: project.service_role_key },
  })
  await response.arrayBuffer()
  return (performance.now() - begun) / 1000
}

async function measureMemory(
  server: StartedServer,
  clusters: string,
  [first, second]: readonly [ProjectInfo, ProjectInfo],
): Promise<readonly Finding[]> {
  // The server returns memory, such as that of a start, only after an idle minute.
  async function measure(): Promise<number> {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    return proportionalMemory([clusters], [server.pid])
  }
  for (const { ref } of [first, second]) await untilSleeping(server, ref)
  const asleep = await measure()
  const held = [await hold(first)]
  const one = await measure()
  held.push(await hold(second))
  const two = await measure()
  await Promise.all(held.map((client) => client.end()))
  return [
    atMost('whole platform idle, one running project', one, 'MB', 250),
    atMost('each further running idle project', two - one, 'MB', 40),
    told('whole platform idle, every project asleep', asleep, 'MB'),
  ]
}

/** Keeps a project awake with an open connection that runs no queries. */
async function hold(project: ProjectInfo): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  return client
}
