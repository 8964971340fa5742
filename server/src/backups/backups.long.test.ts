import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startArchivedCluster, type ArchivedTestCluster } from '../../test/archived-cluster.ts'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { startS3Server, type S3Server } from '../../test/s3-server.ts'
import { createTestMachine, type TestMachine } from '../../test/project.ts'
import { systemClock } from '../lib/clock.ts'
import { silentLog } from '../lib/log.ts'
import { RECOVERY_WAL_FOLDER } from '../postgres/clusters/archive.ts'
import { generateRef } from '../project/keys/api-keys.ts'
import {
  backupMigrations,
  createBackups,
  createDiskStore,
  createS3Store,
  type BackupService,
} from './index.ts'
import type { ObjectStore } from './store/object-store.ts'
import type { RestoreTarget } from './port.ts'

let control: TestControlPlane
let machine: TestMachine
let folder: string
let storeFolder: string
let s3: S3Server
let backups: BackupService

beforeAll(async () => {
  control = await createTestControlPlane({ migrations: [backupMigrations] })
  machine = await createTestMachine()
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  await chmod(folder, 0o755)
  storeFolder = path.join(folder, 'store')
  s3 = await startS3Server()
  backups = create(createDiskStore(storeFolder))
  await backups.start()
})

const create = (store: ObjectStore) =>
  createBackups({
    store,
    key: control.installationKey,
    records: control.database.as('supabase_admin'),
    retentionDays: async () => 7,
    clock: systemClock,
    log: silentLog,
  })

afterAll(async () => {
  await backups.stop()
  await s3.stop()
  await control.stop()
  machine.watchdog.release()
  await rm(folder, { recursive: true, force: true })
})

type Options = { readonly ref?: string; readonly using?: BackupService }

async function start({ ref = generateRef(), using = backups }: Options = {}): Promise<
  ArchivedTestCluster & { readonly ref: string }
> {
  const cluster = await startArchivedCluster(machine, { folder, ref, backups: using })
  onTestFinished(() => cluster.stop())
  return { ...cluster, ref }
}

/** Restores into a new directory, starts it, and waits until it is writable. */
async function restore(of: string, target: RestoreTarget, using = backups) {
  const ref = generateRef()
  await using.place(path.join(folder, ref), { ref: of, target, account: machine.account })
  const cluster = await start({ ref, using })
  await until(async () => {
    const [row] = await cluster.query('select pg_is_in_recovery() as recovers')
    return row?.['recovers'] === false
  })
  return cluster
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(50)
}

const timeOf = async (cluster: ArchivedTestCluster) => {
  const [row] = await cluster.query('select clock_timestamp() as at')
  return row?.['at'] as Date
}

const segmentsOf = async (ref: string) => {
  const files = await readdir(path.join(storeFolder, ref), { recursive: true })
  return files.filter((name) => /wal\/[0-9A-F]{24}$/.test(name)).toSorted()
}

describe('a project with backups', () => {
  it('is restored to the second, with a table that was dropped later', async () => {
    const cluster = await start()
    await cluster.query(
      'create table written (id bigint generated always as identity, at timestamptz default clock_timestamp()); create table lost as select 1 as one',
    )
    await cluster.query('insert into written select from generate_series(1, 10)')
    const backup = await backups.take(cluster.ref, { name: 'before' })
    expect(backup).toMatchObject({ status: 'complete', name: 'before', ref: cluster.ref })
    for (let i = 0; i < 20; i += 1) await cluster.query('insert into written default values')
    const at = await timeOf(cluster)
    await pause(5)
    await cluster.query('drop table lost; insert into written select from generate_series(1, 7)')
    await cluster.query('select pg_switch_wal()')
    await until(async () => ((await backups.reach(cluster.ref))[0]?.until ?? at) > at)

    const restored = await restore(cluster.ref, { kind: 'time', at })
    expect(await restored.query('select count(*)::int as n from written')).toEqual([{ n: 30 }])
    expect(await restored.query('select one from lost')).toEqual([{ one: 1 }])
    await restored.query('insert into written default values')
    await until(async () => !existsSync(path.join(restored.dataDir, RECOVERY_WAL_FOLDER)))

    const early = await restore(cluster.ref, { kind: 'backup', id: backup.id })
    expect(await early.query('select count(*)::int as n from written')).toEqual([{ n: 10 }])
    expect(existsSync(path.join(early.dataDir, 'recovery.signal'))).toBe(false)
  })

  it('loses no acknowledged row when its cluster is killed, with a bucket', async () => {
    const using = create(createS3Store({ bucket: s3.bucket, prefix: 'backups/' }))
    const cluster = await start({ using })
    await cluster.query('create table written (id int)')
    await using.take(cluster.ref, { name: null })
    for (let i = 0; i < 5; i += 1)
      await cluster.query(`insert into written values (${i}); select pg_switch_wal()`)
    await cluster.query('insert into written values (5)')
    await cluster.kill()
    const again = await start({ ref: cluster.ref, using })
    await again.stop()

    const restored = await restore(cluster.ref, { kind: 'time', at: new Date() }, using)
    expect(await restored.query('select count(*)::int as n from written')).toEqual([{ n: 6 }])
  })

  it('is restored from backups that were made after an earlier restore', async () => {
    const cluster = await start()
    await cluster.query('create table written as select 1 as one')
    const { id } = await backups.take(cluster.ref, { name: null })
    const first = await restore(cluster.ref, { kind: 'backup', id })
    await backups.take(first.ref, { name: null })
    await first.query('insert into written values (2)')
    await first.stop()
    const second = await restore(first.ref, { kind: 'time', at: new Date() })
    expect(await second.query('select one from written')).toEqual([{ one: 1 }, { one: 2 }])
  })
})

describe('a restore', () => {
  it('is refused for a moment before the first backup, and names the moments that can be reached', async () => {
    const cluster = await start()
    const at = await timeOf(cluster)
    const before = backups.place(path.join(folder, 'none'), {
      ref: cluster.ref,
      target: { kind: 'time', at },
      account: machine.account,
    })
    await expect(before).rejects.toMatchObject({ code: 'moment_unreachable', status: 409 })
    const { completedAt } = await backups.take(cluster.ref, { name: null })
    const after = backups.place(path.join(folder, 'none'), {
      ref: cluster.ref,
      target: { kind: 'time', at },
      account: machine.account,
    })
    await expect(after).rejects.toMatchObject({
      hint: expect.stringContaining(completedAt?.toISOString() ?? 'nothing'),
    })
    expect(existsSync(path.join(folder, 'none'))).toBe(false)
  })

  it('is not disturbed by the removal of its backup', async () => {
    const cluster = await start()
    const { id } = await backups.take(cluster.ref, { name: null })
    const dataDir = path.join(folder, generateRef())
    const placed = backups.place(dataDir, {
      ref: cluster.ref,
      target: { kind: 'backup', id },
      account: machine.account,
    })
    await backups.remove(cluster.ref, id)
    await placed
    expect(existsSync(path.join(dataDir, 'recovery.signal'))).toBe(true)
    expect(await backups.list(cluster.ref)).toEqual([])
    expect(await segmentsOf(cluster.ref).catch(() => [])).toEqual([])
  })

  it('names a segment that is missing, or that was changed', async () => {
    const cluster = await start()
    await backups.take(cluster.ref, { name: null })
    const taken = await segmentsOf(cluster.ref)
    for (let i = 0; i < 3; i += 1)
      await cluster.query(`create table t${i} (); select pg_switch_wal()`)
    await until(async () => (await segmentsOf(cluster.ref)).length >= taken.length + 3)
    await cluster.stop()
    const name = (await segmentsOf(cluster.ref))[taken.length + 1] ?? ''
    const file = path.join(storeFolder, cluster.ref, name)
    const place = () =>
      backups.place(path.join(folder, 'damaged'), {
        ref: cluster.ref,
        target: { kind: 'time', at: new Date() },
        account: machine.account,
      })
    const content = await readFile(file)
    const changed = Buffer.from(content)
    changed[changed.length - 20] = (changed.at(-20) ?? 0) ^ 1
    await writeFile(file, changed)
    await expect(place()).rejects.toMatchObject({
      code: 'backup_damaged',
      message: expect.stringContaining(path.basename(name)),
    })
    await rm(file)
    await expect(place()).rejects.toMatchObject({
      code: 'backup_damaged',
      message: expect.stringMatching(`${path.basename(name)} is missing`),
    })
    expect((await readdir(folder)).filter((each) => each.startsWith('damaged'))).toEqual([])
  })
})
