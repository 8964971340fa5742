import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestBackups, type TestBackups } from '../../../test/backups.ts'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import { systemClock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { freeBytes } from '../../lib/free-bytes.ts'
import { silentLog } from '../../lib/log.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { connectClient } from '../../postgres/connections/connect.ts'
import { rawSql } from '../../postgres/sql.ts'
import { generateRef } from '../../project/keys/api-keys.ts'
import { createInstances } from '../records/instances.ts'
import { createDiscardDue } from './discard-state.ts'

let control: TestControlPlane
let backups: TestBackups
let test: TestFleet
let free = Infinity

beforeAll(async () => {
  control = await createTestControlPlane()
  backups = createTestBackups(control.folders)
  test = await createTestFleet(control, {
    backups,
    freeBytes: async (folder) => Math.min(free, await freeBytes(folder)),
  })
})
beforeEach(() => {
  free = Infinity
  backups.beforePlace = async () => {}
})
afterAll(async () => {
  await test.stop()
  await control.stop()
})

async function run(ref: string, text: string): Promise<readonly string[]> {
  const { project, release } = await test.fleet.acquire(ref)
  try {
    const rows = await project.database
      .as('postgres')
      .many(rawSql(text), z.object({ value: z.string() }))
    return rows.map(({ value }) => value)
  } finally {
    release()
  }
}

const contentOf = (ref: string) => run(ref, 'select value from public.notes order by value')
const add = (ref: string, value: string) =>
  run(ref, `insert into public.notes values ('${value}') returning value`)

async function signIn(ref: string, password: string): Promise<void> {
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

/** A running project with the notes "old" and "new", and a backup from between the two. */
async function projectWithBackup() {
  const ref = await test.createProject('first password')
  await run(ref, 'create table public.notes (value text)')
  await add(ref, 'old')
  await test.fleet.pause(ref)
  await test.settle(ref)
  const { id } = await backups.snapshot(ref)
  await test.fleet.resume(ref)
  await test.settle(ref)
  await add(ref, 'new')
  return { ref, id, target: { kind: 'backup', id } as const }
}

const foldersOf = async (ref: string) =>
  (await readdir(control.folders.projects)).filter((name) => name.includes(ref))

it('restores a project in place, keeps the state before, and undoes the restore', async () => {
  const { ref, target } = await projectWithBackup()
  await test.fleet.setDatabasePassword(ref, 'second password')
  const before = await test.fleet.disk(ref)
  expect(await test.fleet.restore(ref, target)).toMatchObject({ status: 'RESTORING' })
  expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
  expect(await contentOf(ref)).toEqual(['old'])
  await signIn(ref, 'second password')

  const kept = await test.fleet.keptState(ref)
  expect(kept).toMatchObject({ target, statusBefore: 'ACTIVE_HEALTHY' })
  expect(kept?.bytes).toBeGreaterThan(before.usedBytes / 2)
  expect((await test.fleet.disk(ref)).usedBytes).toBeGreaterThan(before.usedBytes * 1.5)
  await expect(test.fleet.restore(ref, target)).rejects.toMatchObject({
    code: 'restore_unconfirmed',
  })

  await test.fleet.undoRestore(ref)
  expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY' })
  expect(await contentOf(ref)).toEqual(['new', 'old'])
  await signIn(ref, 'second password')
  expect(await test.fleet.keptState(ref)).toBeUndefined()
  await expect.poll(() => foldersOf(ref)).toEqual([ref])
  await expect(test.fleet.undoRestore(ref)).rejects.toMatchObject({ code: 'no_kept_state' })
})

it('deletes the state before a restore when it is confirmed', async () => {
  const { ref, target } = await projectWithBackup()
  await test.fleet.restore(ref, target)
  await test.settle(ref)
  await test.fleet.confirmRestore(ref)
  await expect.poll(() => foldersOf(ref)).toEqual([ref])
  await expect.poll(() => test.fleet.restore(ref, target).catch(() => undefined)).toBeDefined()
  await test.settle(ref)
  expect(await contentOf(ref)).toEqual(['old'])
})

it('deletes the state before a restore after seven days', async () => {
  const { ref, target } = await projectWithBackup()
  await test.fleet.restore(ref, target)
  await test.settle(ref)
  const box = createSecretBox(control.installationKey, 'project-secrets')
  const instances = createInstances({ control: control.database, box, clock: systemClock })
  const added: string[] = []
  const sweepAfter = (days: number) =>
    createDiscardDue(
      {
        instances,
        folders: control.folders,
        clock: { ...systemClock, now: () => new Date(Date.now() + days * 24 * 3600_000) },
        log: silentLog,
      },
      () => ({
        add: async (_tx, _task, payload) => void added.push(String(payload['ref'])),
        prepare: async () => {},
        start: async () => {},
        stop: async () => {},
      }),
    )({}, { attempt: 1, isLastAttempt: true, signal: new AbortController().signal })
  await sweepAfter(6.9)
  expect(added).not.toContain(ref)
  await sweepAfter(7.1)
  expect(added).toContain(ref)
  expect(await test.fleet.keptState(ref)).toBeUndefined()
})

it('brings the former data back if the restore fails, and starts it on retry', async () => {
  const { ref, target } = await projectWithBackup()
  backups.beforePlace = async () => {
    throw new AppError('backup_damaged', 'A part is damaged.', { status: 500, hint: 'Older one.' })
  }
  await test.fleet.restore(ref, target)
  expect(await test.settle(ref)).toMatchObject({
    status: 'RESTORE_FAILED',
    failure: { code: 'backup_damaged', message: 'A part is damaged.' },
  })
  expect(await foldersOf(ref)).toEqual([ref])
  await test.fleet.retry(ref)
  expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
  expect(await contentOf(ref)).toEqual(['new', 'old'])
  expect(await test.fleet.keptState(ref)).toBeUndefined()
})

it('brings the former data back if the restored data does not start', async () => {
  const { ref, target } = await projectWithBackup()
  backups.beforePlace = async (dataDir) => {
    backups.beforePlace = async () => {}
    await backups.place(dataDir, { ref, target, account: undefined })
    await writeFile(path.join(dataDir, 'PG_VERSION'), 'none')
  }
  await test.fleet.restore(ref, target)
  expect(await test.settle(ref)).toMatchObject({
    status: 'RESTORE_FAILED',
    failure: { code: 'data_damaged' },
  })
  expect(await foldersOf(ref)).toEqual([ref])
  await test.fleet.restart(ref)
  await test.settle(ref)
  expect(await contentOf(ref)).toEqual(['new', 'old'])
})

it('refuses a moment that the backups do not reach, and a full disk, before anything changes', async () => {
  const { ref, target } = await projectWithBackup()
  const refused = (code: string, other: Parameters<typeof test.fleet.restore>[1]) =>
    expect(test.fleet.restore(ref, other)).rejects.toMatchObject({ code })
  await refused('moment_unreachable', { kind: 'time', at: new Date(0) })
  await refused('backup_not_found', { kind: 'backup', id: 'none' })
  free = 500 * 1024 * 1024
  await refused('disk_full', target)
  expect(await test.fleet.get(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY' })
  expect(await foldersOf(ref)).toEqual([ref])
  expect(await contentOf(ref)).toEqual(['new', 'old'])
})

it('refuses a restore where there are no backups', async () => {
  const without = await createTestFleet(control)
  const ref = generateRef()
  await expect(without.fleet.restore(ref, { kind: 'backup', id: 'none' })).rejects.toMatchObject({
    code: 'backups_off',
    status: 409,
  })
  await without.stop()
})

it.each([
  ['running', 'ACTIVE_HEALTHY'],
  ['paused', 'INACTIVE'],
])('cancels a restore of a %s project, which is then as before', async (state, status) => {
  const { ref, target } = await projectWithBackup()
  if (state === 'paused') {
    await test.fleet.pause(ref)
    await test.settle(ref)
  }
  const placing = Promise.withResolvers<void>()
  const canceled = Promise.withResolvers<void>()
  backups.beforePlace = async () => {
    placing.resolve()
    await canceled.promise
  }
  await test.fleet.restore(ref, target)
  await placing.promise
  await test.fleet.cancelRestore(ref)
  canceled.resolve()
  expect(await test.settle(ref)).toMatchObject({ status, failure: null })
  if (state === 'paused') {
    await test.fleet.resume(ref)
    await test.settle(ref)
  }
  expect(await contentOf(ref)).toEqual(['new', 'old'])
  await expect(test.fleet.cancelRestore(ref)).rejects.toMatchObject({ code: 'restore_over' })
  await expect.poll(() => foldersOf(ref)).toEqual([ref])
})

it('leaves nothing of a project that is removed during a restore', async () => {
  const { ref, target } = await projectWithBackup()
  const placing = Promise.withResolvers<void>()
  const removed = Promise.withResolvers<void>()
  backups.beforePlace = async () => {
    placing.resolve()
    await removed.promise
  }
  await test.fleet.restore(ref, target)
  await placing.promise
  await test.fleet.remove(ref)
  removed.resolve()
  expect(await test.settle(ref)).toMatchObject({ status: 'REMOVED' })
  await expect.poll(() => foldersOf(ref)).toEqual([])
})

it('creates a project from a backup of another one, with keys and passwords of its own', async () => {
  const { ref: origin, id } = await projectWithBackup()
  const ref = generateRef()
  const dataDir = path.join(control.folders.projects, ref)
  backups.beforePlace = async () => {
    throw new AppError('backup_damaged', 'A part is damaged.', { status: 500, hint: 'Older one.' })
  }
  await control.database.as('supabase_admin').transaction((tx) =>
    test.fleet.create(tx, {
      ref,
      databasePassword: 'password of the copy',
      origin: { kind: 'backup', ref: origin, target: { kind: 'backup', id } },
    }),
  )
  expect(await test.settle(ref)).toMatchObject({
    status: 'INIT_FAILED',
    failure: { code: 'backup_damaged' },
  })
  expect(existsSync(dataDir)).toBe(false)

  backups.beforePlace = async () => {}
  await test.fleet.retry(ref)
  expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
  expect(await contentOf(ref)).toEqual(['old'])
  const [mine, others] = [await test.fleet.secrets(ref), await test.fleet.secrets(origin)]
  expect(mine.keys.jwtSecret).not.toBe(others.keys.jwtSecret)
  await signIn(ref, 'password of the copy')
  await expect(signIn(ref, 'first password')).rejects.toMatchObject({ code: '28P01' })
  expect(await contentOf(origin)).toEqual(['new', 'old'])
})
