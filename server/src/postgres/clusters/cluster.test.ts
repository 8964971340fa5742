import { fork, spawn, type ChildProcess } from 'node:child_process'
import { pbkdf2 } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createTestMachine,
  TEST_SUPERUSER_PASSWORD,
  type TestMachine,
} from '../../../test/project.ts'
import { createCluster, type Cluster, type ClusterOptions } from './cluster.ts'
import { connectClient } from '../connections/connect.ts'
import { copyCluster } from './copy-cluster.ts'
import { isAlive, postgresProcessesOf } from '../processes/processes.ts'
import { SUPERUSER } from './template.ts'
import { createWatchdog } from '../processes/watchdog.ts'

let machine: TestMachine
let folder: string
const clusters: Cluster[] = []
const owners: ChildProcess[] = []
let next = 0

beforeAll(async () => {
  machine = await createTestMachine()
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  await chmod(folder, 0o755)
})
afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL')
  await Promise.all(clusters.splice(0).map((cluster) => cluster.stop()))
})
afterAll(async () => {
  machine.watchdog.release()
  await rm(folder, { recursive: true, force: true })
})

async function newOptions(): Promise<ClusterOptions> {
  next += 1
  const dataDir = path.join(folder, `d${next}`)
  await copyCluster(machine.template, dataDir, machine.account)
  const { engine, account, watchdog } = machine
  return { engine, account, watchdog, dataDir, socketDir: path.join(folder, `s${next}`) }
}

function newCluster(options: ClusterOptions): Cluster {
  const cluster = createCluster(options)
  clusters.push(cluster)
  return cluster
}

const connect = (options: ClusterOptions) =>
  connectClient(
    { host: options.socketDir, port: 5432, database: 'postgres' },
    {
      user: SUPERUSER,
      password: TEST_SUPERUSER_PASSWORD,
      applicationName: 'test',
      pipeline: false,
    },
  )

async function answers(options: ClusterOptions): Promise<boolean> {
  const client = await connect(options)
  const { rows } = await client.query<{ one: number }>('select 1 as one')
  await client.end()
  return rows[0]?.one === 1
}

const Owner = z.object({ postmaster: z.int(), watchdog: z.int() })

/** Runs the cluster from a separate Node process. */
async function startOwner(options: ClusterOptions) {
  const { engine, account, dataDir, socketDir } = options
  const child = fork(new URL('../../../test/cluster-owner.ts', import.meta.url), [
    JSON.stringify({ engine, account, dataDir, socketDir }),
  ])
  owners.push(child)
  const [said] = await once(child, 'message')
  return { child, ...Owner.parse(said) }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}
const nothingRuns = (options: ClusterOptions) =>
  until(async () => (await postgresProcessesOf(options.dataDir)).length === 0)

/**
 * Processes with a postmaster's arguments. A child that was just forked still has its parent's
 * arguments.
 */
async function postmastersOf(dataDir: string): Promise<number> {
  const pids = await postgresProcessesOf(dataDir)
  const roots = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const parent = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
      return command.includes('unix_socket_directories') && !pids.includes(parent)
    }),
  )
  return roots.filter(Boolean).length
}

/** Keeps the threads for file operations busy, so that each file operation takes a while. */
function occupyThreads(): () => void {
  let isOver = false
  const compute = () => {
    if (!isOver) pbkdf2('password', 'salt', 50_000, 64, 'sha512', compute)
  }
  for (let lane = 0; lane < 8; lane += 1) compute()
  return () => (isOver = true)
}

describe('a cluster', () => {
  it('starts, responds, stops and starts again', async () => {
    const options = await newOptions()
    const cluster = newCluster(options)
    await cluster.start()
    expect(await answers(options)).toBe(true)
    await cluster.stop()
    expect(cluster.pid).toBeUndefined()
    await nothingRuns(options)
    await cluster.start()
    expect(await answers(options)).toBe(true)
  })

  it('starts only one server however often it is started', async () => {
    const options = await newOptions()
    const cluster = newCluster(options)
    await Promise.all([cluster.start(), cluster.start()])
    const { pid } = cluster
    await cluster.start()
    expect(cluster.pid).toBe(pid)
  })

  it('can be stopped while it is starting', async () => {
    const options = await newOptions()
    const cluster = newCluster(options)
    const started = cluster.start().catch(() => {})
    await cluster.stop()
    await started
    await nothingRuns(options)
    await cluster.start()
    expect(await answers(options)).toBe(true)
  })

  it('reports a killed postmaster and starts again with all committed data', async () => {
    const crashed = Promise.withResolvers<string>()
    const options = { ...(await newOptions()), onCrash: crashed.resolve }
    const cluster = newCluster(options)
    await cluster.start()
    const client = await connect(options)
    await client.query('create table public.kept as select 7 as value')
    // A child that is computing does not notice that its postmaster has died.
    const busy = await connect(options)
    const computing = busy
      .query('select count(*) from generate_series(1, 1000000000000)')
      .catch(() => {})
    await client.query('select pg_sleep(0.05)')
    process.kill(cluster.pid ?? 0, 'SIGKILL')
    expect(await crashed.promise).toBe('exit SIGKILL')
    await cluster.start()
    await computing
    const again = await connect(options)
    const { rows } = await again.query<{ value: number }>('select value from public.kept')
    expect(rows).toEqual([{ value: 7 }])
    await again.end()
  })

  it('starts despite a stale postmaster.pid that names another process', async () => {
    const options = await newOptions()
    // The number of a running process of the clusters' account, for which Postgres itself would
    // refuse to start.
    const stranger = spawn('sleep', ['60'], {
      cwd: '/',
      ...(options.account && { uid: options.account.uid, gid: options.account.gid }),
    })
    await once(stranger, 'spawn')
    const lines = [stranger.pid, options.dataDir, 1, 5432, options.socketDir, '', '1 1', 'ready']
    await writeFile(path.join(options.dataDir, 'postmaster.pid'), `${lines.join('\n')}\n`)
    await newCluster(options).start()
    expect(await answers(options)).toBe(true)
    expect(await isAlive(stranger.pid ?? 0)).toBe(true)
    stranger.kill()
  })

  it('starts despite an empty postmaster.pid', async () => {
    const options = await newOptions()
    await writeFile(path.join(options.dataDir, 'postmaster.pid'), '')
    await newCluster(options).start()
    expect(await answers(options)).toBe(true)
  })

  it('never runs twice on one directory', async () => {
    const options = await newOptions()
    const first = newCluster(options)
    const second = newCluster(options)
    const outcomes = await Promise.allSettled([first.start(), second.start()])
    expect(outcomes.some((outcome) => outcome.status === 'fulfilled')).toBe(true)
    await until(async () => [first.pid, second.pid].filter((pid) => pid !== undefined).length <= 1)
    expect(await postmastersOf(options.dataDir)).toBeLessThanOrEqual(1)
  })

  it('refuses a socket path that is too long for the system', async () => {
    const options = await newOptions()
    const socketDir = path.join(folder, 'x'.repeat(110))
    await expect(newCluster({ ...options, socketDir }).start()).rejects.toMatchObject({
      code: 'socket_path_too_long',
    })
  })

  it('reports a missing Postgres binary', async () => {
    const options = await newOptions()
    const engine = { ...options.engine, binDir: path.join(folder, 'nothing') }
    await expect(newCluster({ ...options, engine }).start()).rejects.toMatchObject({
      code: 'engine_missing',
    })
  })

  it('reports why Postgres refused to start', async () => {
    const options = await newOptions()
    await rm(path.join(options.dataDir, 'global'), { recursive: true })
    await expect(newCluster(options).start()).rejects.toMatchObject({
      code: 'postgres_start_failed',
      details: expect.stringContaining('pg_control'),
    })
  })

  it('reports why Postgres refused to start even if it exits before its log is closed', async () => {
    const options = await newOptions()
    await rm(path.join(options.dataDir, 'global'), { recursive: true })
    const release = occupyThreads()
    try {
      await expect(newCluster(options).start()).rejects.toMatchObject({
        code: 'postgres_start_failed',
      })
    } finally {
      release()
    }
  })
})

describe('a killed server', () => {
  it('leaves no Postgres process behind, and the next server starts', async () => {
    const options = await newOptions()
    const owner = await startOwner(options)
    expect(await answers(options)).toBe(true)
    owner.child.kill('SIGKILL')
    await nothingRuns(options)
    await until(async () => !(await isAlive(owner.watchdog)))
    await newCluster(options).start()
    expect(await answers(options)).toBe(true)
  })

  it('can be replaced at once by a server that waits for the old cluster to end', async () => {
    const options = await newOptions()
    const owner = await startOwner(options)
    owner.child.kill('SIGKILL')
    await newCluster(options).start()
    expect(await answers(options)).toBe(true)
    expect(await isAlive(owner.postmaster)).toBe(false)
  })

  it('leaves no cluster that the next server cannot end, even if its watchdog was killed too', async () => {
    const options = await newOptions()
    const owner = await startOwner(options)
    process.kill(owner.watchdog, 'SIGKILL')
    owner.child.kill('SIGKILL')
    await once(owner.child, 'exit')
    expect(await isAlive(owner.postmaster)).toBe(true)
    await newCluster(options).start()
    expect(await isAlive(owner.postmaster)).toBe(false)
    expect(await answers(options)).toBe(true)
  })
})

describe('a watchdog', () => {
  it('is replaced when it is killed, and the new one knows the same clusters', async () => {
    const options = await newOptions()
    const owner = await startOwner(options)
    process.kill(owner.watchdog, 'SIGKILL')
    const said = once(owner.child, 'message')
    const [replaced] = await said
    expect(Owner.parse(replaced).watchdog).not.toBe(owner.watchdog)
    owner.child.kill('SIGKILL')
    await nothingRuns(options)
  })

  it('ends only processes that run in the cluster’s folder, not a reused process number', async () => {
    const stranger = spawn('sleep', ['60'], { cwd: '/' })
    const ours = spawn('sleep', ['60'], { cwd: folder })
    await Promise.all([once(stranger, 'spawn'), once(ours, 'spawn')])
    const owner = fork(new URL('../../../test/watchdog-owner.ts', import.meta.url), [
      JSON.stringify([stranger.pid, ours.pid]),
      folder,
    ])
    await once(owner, 'message')
    const ended = once(ours, 'exit')
    owner.kill('SIGKILL')
    await ended
    expect(await isAlive(stranger.pid ?? 0)).toBe(true)
    stranger.kill()
  })

  it('ends no cluster after its release', async () => {
    const ours = spawn('sleep', ['60'], { cwd: folder })
    await once(ours, 'spawn')
    const watchdog = createWatchdog()
    watchdog.add(ours.pid ?? 0, folder)
    const { pid } = watchdog
    watchdog.release()
    await until(async () => !(await isAlive(pid ?? 0)))
    expect(await isAlive(ours.pid ?? 0)).toBe(true)
    ours.kill()
  })
})
