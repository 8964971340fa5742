import { authSettings } from '@stoa/contract/services/auth/settings'
import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { createTestFleet, reuseTemplate, type TestFleet } from '../../test/fleet.ts'
import { systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { createSecretBox } from '../lib/secret-box.ts'
import { connectClient } from '../postgres/connections/connect.ts'
import { postgresProcessesOf } from '../postgres/processes/processes.ts'
import { rawSql, sql } from '../postgres/sql.ts'
import { createInstances } from './records/instances.ts'
import { generateRef } from '../project/keys/api-keys.ts'
import type { Project } from '../project/project.ts'
import type { Service } from '../project/service.ts'

let control: TestControlPlane
let fleets: TestFleet[] = []

beforeAll(async () => {
  control = await createTestControlPlane()
})
afterEach(async () => {
  await Promise.all(fleets.map((fleet) => fleet.stop()))
  fleets = []
})
afterAll(() => control.stop())

async function startFleet(options: Parameters<typeof createTestFleet>[1] = {}): Promise<TestFleet> {
  const fleet = await createTestFleet(control, options)
  fleets.push(fleet)
  return fleet
}

async function stopFleet(test: TestFleet): Promise<void> {
  fleets = fleets.filter((fleet) => fleet !== test)
  await test.stop()
}

const One = z.object({ value: z.int() })
const dataDirOf = (ref: string) => path.join(control.folders.projects, ref)
const session = () => control.database.as('supabase_admin')

async function query(test: TestFleet, ref: string, text: string): Promise<number | undefined> {
  const lease = await test.fleet.acquire(ref)
  try {
    const statement = rawSql(text)
    return (await lease.project.database.as('postgres').maybe(statement, One))?.value
  } finally {
    lease.release()
  }
}

/** Signs in as the project's owner over the socket, as the Postgres front door does. */
async function signIn(test: TestFleet, ref: string, password: string): Promise<void> {
  const { socketDir, port, release } = await test.fleet.acquireSocket(ref)
  try {
    const client = await connectClient(
      { host: socketDir, port, database: 'postgres' },
      { user: 'postgres', password, applicationName: 'test', pipeline: false },
    )
    await client.end()
  } finally {
    release()
  }
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10))
}

// Postgres's logger runs for a moment after its postmaster has exited.
const nothingRuns = (ref: string) =>
  until(async () => (await postgresProcessesOf(dataDirOf(ref))).length === 0)

describe('a new project', () => {
  let test: TestFleet
  let ref: string
  let other: string
  beforeAll(async () => {
    test = await createTestFleet(control)
    ref = await test.createProject("pä'ss\\word")
    other = await test.createProject('correct horse')
  })
  afterAll(() => test.stop())

  it('starts, accepts every role, and lets its owner sign in with the given password', async () => {
    const instance = await test.fleet.get(ref)
    expect(instance).toMatchObject({ status: 'ACTIVE_HEALTHY', compute: 'running', failure: null })
    expect(instance?.engineVersion).toMatch(/^\d+\.\d+/)
    const { project, release } = await test.fleet.acquire(ref)
    for (const role of ['postgres', 'supabase_admin', 'supabase_auth_admin'] as const)
      expect(await project.database.as(role).one(sql`select 1 as value`, One)).toEqual({ value: 1 })
    const [rows] = await project.database.asCaller(
      { role: 'anon', settings: {}, isReadOnly: true },
      { text: 'select current_user', values: [] },
    )
    expect(rows?.rows).toEqual([['anon']])
    release()
    await signIn(test, ref, "pä'ss\\word")
    await expect(signIn(test, ref, 'wrong')).rejects.toMatchObject({ code: '28P01' })
  })

  // SPEC: "Each project has a dedicated Postgres database"
  it('has a Postgres server of its own', async () => {
    const Server = z.object({ folder: z.string(), tables: z.number() })
    const servers = []
    for (const each of [ref, other]) {
      const { project, release } = await test.fleet.acquire(each)
      const database = project.database.as('postgres')
      servers.push(
        await database.one(
          sql`
            select current_setting('data_directory') as folder,
              (select count(*)::int from pg_class where relname = 'mine') as tables`,
          Server,
        ),
      )
      await database.run(sql`create table public.mine (id int)`)
      release()
    }
    expect(servers.map(({ tables }) => tables)).toEqual([0, 0])
    expect(new Set(servers.map(({ folder }) => folder)).size).toBe(2)
  })

  it('does not exist when the transaction that creates it rolls back', async () => {
    const undone = generateRef()
    await expect(
      session().transaction(async (tx) => {
        await test.fleet.create(tx, { ref: undone, databasePassword: 'x' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await test.fleet.get(undone)).toBeUndefined()
    await expect(test.fleet.acquire(undone)).rejects.toMatchObject({
      status: 404,
      code: 'project_not_found',
    })
  })

  it('serves a request that arrived while it was starting', async () => {
    const early = generateRef()
    await session().transaction((tx) =>
      test.fleet.create(tx, { ref: early, databasePassword: 'x' }),
    )
    expect(await query(test, early, 'select 1 as value')).toBe(1)
  })

  it('stores no secret in plain text', async () => {
    const { keys, databasePassword } = await test.fleet.secrets(other)
    expect(databasePassword).toBe('correct horse')
    const { row } = await session().one(
      sql`select row_to_json(i)::text || encode(secrets, 'escape') as row from fleet.instances i where ref = ${other}`,
      z.object({ row: z.string() }),
    )
    for (const secret of [databasePassword, ...Object.values(keys)])
      expect(row.includes(secret)).toBe(false)
    const jobs = await session().many(
      sql`select payload::text as payload from graphile_worker._private_jobs`,
      z.object({ payload: z.string() }),
    )
    expect(JSON.stringify(jobs)).not.toContain('correct horse')
  })

  it('is unchanged by a command whose companion write fails', async () => {
    const countJobs = async () => {
      const { count } = await session().one(
        sql`select count(*)::int as count from graphile_worker.jobs where key like ${`%${ref}`}`,
        z.object({ count: z.int() }),
      )
      return count
    }
    // The job that has created the project is removed a moment after the project is active.
    await expect.poll(countJobs).toBe(0)
    const refuse = () => Promise.reject(new Error('refused'))
    await expect(test.fleet.pause(ref, refuse)).rejects.toThrow('refused')
    await expect(test.fleet.remove(ref, refuse)).rejects.toThrow('refused')
    expect(await test.fleet.get(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY' })
    expect(await countJobs()).toBe(0)
  })

  it('has settings with defaults, whose changes keep other fields and reach the running project', async () => {
    const { project, release } = await test.fleet.acquire(ref)
    expect(project.settings.of(dataApiSettings).max_rows).toBe(1000)
    await test.fleet.updateSettings(ref, dataApiSettings, { max_rows: 5 })
    expect(project.settings.of(dataApiSettings).max_rows).toBe(5)
    expect(project.settings.of(authSettings).jwt_exp).toBe(3600)
    release()
    await test.fleet.restart(ref)
    const again = await test.fleet.acquire(ref)
    expect(again.project.settings.of(dataApiSettings).max_rows).toBe(5)
    again.release()
  })

  it('changes its password for new connections, in the records, and for the services', async () => {
    await Promise.all([
      test.fleet.setDatabasePassword(ref, 'second'),
      test.fleet.setDatabasePassword(ref, 'third'),
    ])
    expect((await test.fleet.secrets(ref)).databasePassword).toBe('third')
    await signIn(test, ref, 'third')
    await expect(signIn(test, ref, "pä'ss\\word")).rejects.toMatchObject({ code: '28P01' })
    expect(await query(test, ref, 'select 1 as value')).toBe(1)
    await test.fleet.restart(ref)
    expect(await query(test, ref, 'select 1 as value')).toBe(1)
  })
})

it('starts the services of a project after its database and stops them before it', async () => {
  const told: string[] = []
  const service: Service = {
    name: 'probe',
    title: 'Probe',
    async start(project) {
      await project.database.as('postgres').one(sql`select 1 as value`, One)
      told.push(`start ${project.ref}`)
    },
    async stop(project) {
      await project.database.as('postgres').one(sql`select 1 as value`, One)
      told.push(`stop ${project.ref}`)
    },
  }
  const test = await startFleet({ services: [service] })
  const ref = await test.createProject()
  expect(told).toEqual([`start ${ref}`])
  await test.fleet.pause(ref)
  await test.settle(ref)
  expect(told).toEqual([`start ${ref}`, `stop ${ref}`])
})

describe('pause, resume and restart', () => {
  it('keep the data, refuse requests until then, and end with a working project', async () => {
    const test = await startFleet()
    const ref = await test.createProject()
    await query(test, ref, 'create table kept as select 7 as value')
    expect(await test.fleet.pause(ref)).toMatchObject({ status: 'PAUSING' })
    await expect(test.fleet.acquire(ref)).rejects.toMatchObject({
      status: 540,
      code: 'project_paused',
    })
    expect(await test.settle(ref)).toMatchObject({ status: 'INACTIVE', compute: 'stopped' })
    await nothingRuns(ref)
    await expect(test.fleet.restart(ref)).rejects.toMatchObject({ code: 'project_not_ready' })
    expect(await test.fleet.resume(ref)).toMatchObject({ status: 'COMING_UP' })
    expect(await query(test, ref, 'select value from kept')).toBe(7)
    expect(await test.fleet.restart(ref)).toMatchObject({ status: 'RESTARTING' })
    expect(await query(test, ref, 'select value from kept')).toBe(7)
    expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', compute: 'running' })
  })

  const REFUSALS = ['project_busy', 'project_not_ready']
  it('let only one of two concurrent commands win', async () => {
    const test = await startFleet()
    const ref = await test.createProject()
    const outcomes = await Promise.allSettled([
      test.fleet.pause(ref),
      test.fleet.restart(ref),
      test.fleet.pause(ref),
      test.fleet.restart(ref),
    ])
    const { status } = await test.settle(ref)
    expect(['INACTIVE', 'ACTIVE_HEALTHY']).toContain(status)
    // The winning command's duplicate finds it in progress or done; the other command is refused.
    const won = status === 'INACTIVE' ? ['PAUSING', 'INACTIVE'] : ['RESTARTING', 'ACTIVE_HEALTHY']
    const answers = outcomes.flatMap((o) => (o.status === 'fulfilled' ? [o.value.status] : []))
    const refusals = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason.code] : []))
    expect(answers.filter((answer) => !won.includes(answer))).toEqual([])
    expect(refusals.length).toBeGreaterThan(0)
    expect(refusals.filter((code) => !REFUSALS.includes(code))).toEqual([])
  })
})

it('calls onChange for every change of a project once it is recorded', async () => {
  const seen: Promise<string | undefined>[] = []
  const test = await startFleet({
    onChange: (ref) => void seen.push(test.fleet.get(ref).then((it) => it?.status)),
  })
  // `onChange` reads the status itself, so the test waits for that read before the next change.
  const lastSeen = async () => (await Promise.all(seen)).at(-1)
  const ref = await test.createProject()
  await expect.poll(lastSeen).toBe('ACTIVE_HEALTHY')
  await test.fleet.pause(ref)
  await expect.poll(lastSeen).toBe('INACTIVE')
})

describe('removal', () => {
  it('leaves no data, file, secret or process, and notifies the services', async () => {
    const removed: string[] = []
    const service: Service = {
      name: 'probe',
      title: 'Probe',
      hasFolder: true,
      removed: async (ref) => void removed.push(ref),
    }
    const test = await startFleet({ services: [service] })
    const ref = await test.createProject()
    const folder = (await test.fleet.stored(ref)).folder('probe')
    await writeFile(path.join(folder, 'kept'), 'x')
    await test.fleet.remove(ref)
    expect(await test.settle(ref)).toMatchObject({ status: 'REMOVED', compute: 'stopped' })
    expect(existsSync(folder)).toBe(false)
    expect(removed).toEqual([ref])
    expect(existsSync(dataDirOf(ref))).toBe(false)
    expect(existsSync(path.join(control.folders.sockets, ref))).toBe(false)
    await expect(test.fleet.secrets(ref)).rejects.toMatchObject({ code: 'project_not_found' })
    await expect(test.fleet.acquire(ref)).rejects.toMatchObject({ status: 404 })
  })

  it('interrupts a creation', async () => {
    const test = await startFleet()
    const ref = generateRef()
    await session().transaction((tx) => test.fleet.create(tx, { ref, databasePassword: 'x' }))
    await test.fleet.remove(ref)
    expect(await test.settle(ref)).toMatchObject({ status: 'REMOVED' })
    await nothingRuns(ref)
    expect(existsSync(dataDirOf(ref))).toBe(false)
  })
})

describe('a compute size', () => {
  const connections = async (test: TestFleet, ref: string) =>
    query(test, ref, "select current_setting('max_connections')::int as value")

  it('changes with a restart that requests wait for, and back', async () => {
    const test = await startFleet()
    const ref = await test.createProject()
    await query(test, ref, 'create table kept as select 7 as value')
    expect(await connections(test, ref)).toBe(60)
    const resized = test.fleet.resize(ref, 'nano')
    expect((await resized).status).toBe('RESIZING')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => query(test, ref, 'select value from kept')),
    )
    expect(answers).toEqual(Array.from({ length: 10 }, () => 7))
    expect(await connections(test, ref)).toBe(30)
    expect(await test.fleet.get(ref)).toMatchObject({
      status: 'ACTIVE_HEALTHY',
      computeSize: 'nano',
    })
    await test.fleet.resize(ref, null)
    expect(await connections(test, ref)).toBe(60)
  })

  it('of a paused project applies when it is resumed', async () => {
    const test = await startFleet()
    const ref = await test.createProject()
    await test.fleet.pause(ref)
    await test.settle(ref)
    expect(await test.fleet.resize(ref, 'small')).toMatchObject({ status: 'INACTIVE' })
    await test.fleet.resume(ref)
    await test.settle(ref)
    expect(await connections(test, ref)).toBe(90)
  })

  it('applies after a crash between the record and the restart', async () => {
    const test = await startFleet()
    const ref = await test.createProject()
    await test.stop()
    await session().run(sql`
      update fleet.instances set status = 'RESIZING', compute_size = 'nano' where ref = ${ref}`)
    const next = await startFleet()
    await next.settle(ref)
    expect(await connections(next, ref)).toBe(30)
  })

  it('is refused while the project is busy, and changes nothing', async () => {
    const test = await startFleet()
    const ref = await test.createProject()
    await test.fleet.restart(ref)
    await expect(test.fleet.resize(ref, 'nano')).rejects.toMatchObject({ code: 'project_busy' })
    await test.settle(ref)
    expect(await connections(test, ref)).toBe(60)
  })
})

describe('an idle project', () => {
  it('goes to sleep and wakes up for the next request', async () => {
    const test = await startFleet({ idleAfterMs: 100 })
    const ref = await test.createProject()
    await query(test, ref, 'create table kept as select 7 as value')
    await until(async () => (await test.fleet.get(ref))?.compute === 'sleeping')
    expect(await test.fleet.get(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY' })
    await nothingRuns(ref)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => query(test, ref, 'select value from kept')),
    )
    expect(answers).toEqual(Array.from({ length: 20 }, () => 7))
  })

  it('stays awake while a lease is open', async () => {
    const test = await startFleet({ idleAfterMs: 60 })
    const [held, other] = [await test.createProject(), await test.createProject()]
    const lease = await test.fleet.acquireSocket(held)
    await until(async () => (await test.fleet.get(other))?.compute === 'sleeping')
    expect(await test.fleet.get(held)).toMatchObject({ compute: 'running' })
    lease.release()
    lease.release()
    await until(async () => (await test.fleet.get(held))?.compute === 'sleeping')
  })

  it('wakes up on resume too', async () => {
    const started: string[] = []
    const service: Service = {
      name: 'probe',
      title: 'Probe',
      start: ({ ref }) => void started.push(ref),
    }
    const test = await startFleet({ idleAfterMs: 200, services: [service] })
    const ref = await test.createProject()
    await until(async () => (await test.fleet.get(ref))?.compute === 'sleeping')
    expect(started).toEqual([ref])
    expect(await test.fleet.resume(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY' })
    await until(() => started.length === 2)
  })
})

describe('a database that is killed', () => {
  it('is running again for the next request, with its services', async () => {
    const told: Project[] = []
    const service: Service = {
      name: 'probe',
      title: 'Probe',
      start: (project) => void told.push(project),
    }
    const test = await startFleet({ services: [service] })
    const ref = await test.createProject()
    await query(test, ref, 'create table kept as select 7 as value')
    process.kill(await postmasterPid(ref), 'SIGKILL')
    await until(() => told.length === 2)
    expect(await query(test, ref, 'select value from kept')).toBe(7)
    expect(await test.fleet.get(ref)).toMatchObject({
      status: 'ACTIVE_HEALTHY',
      compute: 'running',
    })
  })

  it('is reported unhealthy after repeated kills, and healthy once it stays up', async () => {
    const test = await startFleet()
    const ref = await test.createProject()
    const pidFile = path.join(dataDirOf(ref), 'postmaster.pid')
    const seen = new Set<string>()
    let killed: string | undefined
    while ((await test.fleet.get(ref))?.status === 'ACTIVE_HEALTHY') {
      const pid = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]
      if (pid && pid !== killed && !seen.has(pid)) {
        killed = pid
        seen.add(pid)
        process.kill(Number(pid), 'SIGKILL')
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const instance = await test.fleet.get(ref)
    expect(instance).toMatchObject({
      status: 'ACTIVE_UNHEALTHY',
      failure: { code: 'database_crashes', hint: expect.any(String) },
    })
    const healed = await test.fleet.waitWhile(ref, ['ACTIVE_UNHEALTHY'], 25_000)
    expect(healed).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
  }, 90_000)

  it('is not restarted when the project was paused in the meantime', async () => {
    const test = await startFleet()
    const ref = await test.createProject()
    const pid = await postmasterPid(ref)
    process.kill(pid, 'SIGKILL')
    // The server has not noticed yet that the database is gone.
    await test.fleet.pause(ref)
    expect(await test.settle(ref)).toMatchObject({ status: 'INACTIVE' })
    await nothingRuns(ref)
  })
})

async function postmasterPid(ref: string): Promise<number> {
  const text = await readFile(path.join(dataDirOf(ref), 'postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}

describe('a project without disk space', () => {
  const anon = { role: 'anon', settings: {}, isReadOnly: false }

  it('is read-only, lets its owner delete data, and is writable again once there is space', async () => {
    let free = Number.MAX_SAFE_INTEGER
    // A quarter of this is the pause between two checks.
    const test = await startFleet({ freeBytes: async () => free, idleAfterMs: 400 })
    const ref = await test.createProject()
    const { project, release } = await test.fleet.acquire(ref)
    const { database } = project
    const owner = database.as('postgres')
    await owner.run(rawSql('create table filled as select 1 as value'))
    await owner.run(rawSql('grant all on filled to anon'))
    const insert = () =>
      database.asCaller(anon, { text: 'insert into filled values (1)', values: [] })
    const outcome = (work: Promise<unknown> = insert()) =>
      work.then(
        () => 'written',
        ({ code }: { code: string }) => code,
      )
    const deleteAll = () => owner.run(rawSql('delete from filled'))
    free = 400 * 1024 * 1024
    await expect.poll(() => outcome()).toBe('disk_full')
    await expect(insert()).rejects.toMatchObject({
      status: 507,
      hint: expect.stringMatching(/\.$/),
    })
    // Open sessions reload their settings asynchronously.
    await expect.poll(() => outcome(deleteAll())).toBe('disk_full')
    expect(await owner.maybe(rawSql('select 1 as value'), One)).toEqual({ value: 1 })
    const client = await database.connect('postgres', 'psql')
    await client.query('set session characteristics as transaction read write')
    await client.query('delete from filled')
    await client.query('vacuum full filled')
    await client.end()
    free = Number.MAX_SAFE_INTEGER
    await expect.poll(() => outcome()).toBe('written')
    release()
  })

  it('is writable again if there is space when it is started', async () => {
    const test = await startFleet()
    const ref = await test.createProject()
    await stopFleet(test)
    const file = path.join(dataDirOf(ref), 'postgresql.auto.conf')
    await writeFile(file, "default_transaction_read_only = 'on'\n")
    const next = await startFleet({ idleAfterMs: 400 })
    const { project, release } = await next.fleet.acquire(ref)
    const create = () =>
      project.database.as('postgres').run(rawSql('create table if not exists written (id int)'))
    await expect.poll(() => create().then(() => 'written', String)).toBe('written')
    release()
  })
})

describe('a failure', () => {
  it('rejects a creation immediately when the disk is full', async () => {
    const test = await startFleet({ freeBytes: async () => 0 })
    await expect(
      session().transaction((tx) =>
        test.fleet.create(tx, { ref: generateRef(), databasePassword: 'x' }),
      ),
    ).rejects.toMatchObject({ code: 'disk_full', hint: expect.any(String) })
  })

  it('leaves a creation INIT_FAILED with the reason, from which a retry recovers', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
    await chmod(folder, 0o755)
    const machine = await startFleet()
    await stopFleet(machine)
    const projects = path.join(folder, 'projects')
    const sockets = path.join(folder, 'x'.repeat(100))
    await mkdir(projects)
    await mkdir(sockets)
    await chmod(projects, 0o777)
    const test = await startFleet({ folders: { ...control.folders, projects, sockets } })
    const ref = generateRef()
    await session().transaction((tx) => test.fleet.create(tx, { ref, databasePassword: 'x' }))
    expect(await test.settle(ref)).toMatchObject({
      status: 'INIT_FAILED',
      failure: { code: 'socket_path_too_long', hint: expect.any(String) },
    })
    await expect(test.fleet.acquire(ref)).rejects.toMatchObject({
      status: 503,
      code: 'project_not_ready',
    })
    await stopFleet(test)
    const better = await startFleet({ folders: { ...control.folders, projects } })
    await better.fleet.retry(ref)
    expect(await better.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
    await better.fleet.remove(ref)
    await better.settle(ref)
    await stopFleet(better)
    await rm(folder, { recursive: true, force: true })
  })

  it('names an unwritable data folder as the reason of a failed creation', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
    const projects = path.join(folder, 'projects')
    await mkdir(projects)
    // Root can write here, but no account of a cluster can enter.
    await chmod(folder, 0o700)
    await chmod(projects, 0o555)
    const test = await startFleet({ folders: { ...control.folders, projects } })
    const ref = generateRef()
    await session().transaction((tx) => test.fleet.create(tx, { ref, databasePassword: 'x' }))
    expect(await test.settle(ref)).toMatchObject({
      status: 'INIT_FAILED',
      failure: { code: 'data_folder_unwritable', hint: expect.any(String) },
    })
    await stopFleet(test)
    await rm(folder, { recursive: true, force: true })
  })

  it('never creates a new database when the data is missing', async () => {
    const test = await startFleet({ idleAfterMs: 50 })
    const ref = await test.createProject()
    await until(async () => (await test.fleet.get(ref))?.compute === 'sleeping')
    const away = `${control.folders.projects}/../away-${ref}`
    await rename(dataDirOf(ref), away)
    await expect(test.fleet.acquire(ref)).rejects.toMatchObject({
      status: 503,
      code: 'project_not_ready',
      hint: expect.stringContaining('backup'),
    })
    expect(await test.fleet.get(ref)).toMatchObject({
      status: 'ACTIVE_UNHEALTHY',
      failure: { code: 'data_missing' },
    })
    await rename(away, dataDirOf(ref))
    await test.fleet.retry(ref)
    expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
  })
})

describe('the owner password', () => {
  it('changes on a paused project at its next start', async () => {
    const test = await startFleet()
    const ref = await test.createProject('first')
    await test.fleet.pause(ref)
    await test.settle(ref)
    await test.fleet.setDatabasePassword(ref, 'second')
    expect((await test.fleet.secrets(ref)).databasePassword).toBe('second')
    await test.fleet.resume(ref)
    await signIn(test, ref, 'second')
    expect(await query(test, ref, 'select 1 as value')).toBe(1)
  })
})

describe('a restarted server', () => {
  it('continues unfinished work and leaves running projects asleep', async () => {
    const first = await startFleet()
    const [asleep, paused, gone] = [
      await first.createProject(),
      await first.createProject(),
      await first.createProject(),
    ]
    await stopFleet(first)
    await setStatus(asleep, 'ACTIVE_HEALTHY', 'running')
    await setStatus(paused, 'PAUSING', 'running')
    await setStatus(gone, 'GOING_DOWN', 'running')
    const warned: unknown[] = []
    const log: Log = {
      debug() {},
      info() {},
      error() {},
      warn: (fields) => void warned.push(fields),
    }
    const stranger = path.join(control.folders.projects, 'strangersdata')
    await mkdir(stranger)
    const half = path.join(control.folders.projects, `${asleep}x.partial-12345678`)
    await mkdir(half)
    const second = await startFleet({ log })
    expect(await second.fleet.get(asleep)).toMatchObject({ compute: 'sleeping' })
    expect(await second.settle(paused)).toMatchObject({ status: 'INACTIVE' })
    expect(await second.settle(gone)).toMatchObject({ status: 'REMOVED' })
    expect(warned).toContainEqual({ folder: stranger })
    expect(existsSync(stranger)).toBe(true)
    expect(existsSync(half)).toBe(false)
    expect(await query(second, asleep, 'select 1 as value')).toBe(1)
    await rm(stranger, { recursive: true })
  })

  it('completes an interrupted password change before anybody connects', async () => {
    const first = await startFleet()
    const ref = await first.createProject('first')
    await stopFleet(first)
    // The state a killed server leaves after the first of the change's three steps.
    const box = createSecretBox(control.installationKey, 'project-secrets')
    const records = createInstances({ control: control.database, box, clock: systemClock })
    await records.intendPassword(ref, 'second')
    const second = await startFleet()
    await signIn(second, ref, 'second')
    await expect(signIn(second, ref, 'first')).rejects.toMatchObject({ code: '28P01' })
    expect(await records.secrets(ref)).not.toHaveProperty('pendingPassword')
  })

  it('applies a newer release to a project when it wakes, and resolves no name that the owner can define', async () => {
    const first = await startFleet()
    const ref = await first.createProject()
    const before = await first.fleet.acquire(ref)
    const owner = await before.project.database.connect('postgres', 'test')
    // A better match than the function of the catalog, which takes a bigint.
    await owner.query(`create function public.pg_advisory_lock(integer) returns void
      language plpgsql as $$ begin execute 'alter role postgres superuser'; end $$`)
    await owner.end()
    before.release()
    await stopFleet(first)
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
    await chmod(folder, 0o755)
    await mkdir(path.join(folder, 'migrations'))
    const file = path.join(folder, 'migrations', '0001-new.sql')
    await writeFile(file, 'create table public.from_newer as select 9 as value')
    const migrations = { owner: 'newer', folder: new URL(`file://${folder}/migrations/`) }
    const services = [{ name: 'newer', title: 'Newer', database: { migrations } }]
    const templates = path.join(folder, 'templates')
    await reuseTemplate(control, { services, folder: templates })
    const second = await startFleet({ services, folders: { ...control.folders, templates } })
    const lease = await second.fleet.acquire(ref)
    const admin = lease.project.database.as('supabase_admin')
    expect(await admin.one(sql`select value from public.from_newer`, One)).toEqual({ value: 9 })
    const Superusers = z.object({ names: z.array(z.string()) })
    const found = await admin.one(
      sql`select array_agg(rolname::text) as names from pg_roles where rolsuper`,
      Superusers,
    )
    expect(found.names).toEqual(['supabase_admin'])
    lease.release()
    await stopFleet(second)
    await rm(folder, { recursive: true, force: true })
  })
})

async function setStatus(ref: string, status: string, compute: string): Promise<void> {
  await session().run(
    sql`update fleet.instances set status = ${status}, compute = ${compute} where ref = ${ref}`,
  )
}
