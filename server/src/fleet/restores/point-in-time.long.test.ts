import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import {
  backupMigrations,
  createBackups,
  createDiskStore,
  type BackupService,
} from '../../backups/index.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLog } from '../../lib/log.ts'
import { rawSql } from '../../postgres/sql.ts'

let control: TestControlPlane
let store: string
let backups: BackupService
let test: TestFleet

beforeAll(async () => {
  control = await createTestControlPlane({ migrations: [backupMigrations] })
  store = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  backups = createBackups({
    store: createDiskStore(store),
    key: control.installationKey,
    records: control.database.as('supabase_admin'),
    retentionDays: async () => 7,
    clock: systemClock,
    log: silentLog,
  })
  await backups.start()
  test = await createTestFleet(control, { backups })
})
afterAll(async () => {
  await test.stop()
  await backups.stop()
  await control.stop()
  await rm(store, { recursive: true, force: true })
})

async function run<Row>(ref: string, text: string, row: z.ZodType<Row>): Promise<readonly Row[]> {
  const { project, release } = await test.fleet.acquire(ref)
  return project.database.as('postgres').many(rawSql(text), row).finally(release)
}

const Note = z.object({ value: z.string() })

it('restores a table that was dropped, to the moment before, and can undo that', async () => {
  const ref = await test.createProject()
  const { id } = await backups.take(ref, { name: 'before' })
  await run(ref, `create table public.notes as select 'kept' as value`, Note)
  const [now] = await run(ref, 'select clock_timestamp() as at', z.object({ at: z.date() }))
  await run(ref, 'select pg_sleep(0.01)::text as value', Note)
  await run(ref, 'drop table public.notes', Note)
  await test.fleet.pause(ref)
  await test.settle(ref)

  await test.fleet.restore(ref, { kind: 'time', at: now?.at ?? new Date(0) })
  expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
  expect(await run(ref, 'select value from public.notes', Note)).toEqual([{ value: 'kept' }])
  await run(ref, `insert into public.notes values ('after')`, Note)
  expect(await backups.take(ref, { name: 'after' })).toMatchObject({ status: 'complete' })

  await test.fleet.undoRestore(ref)
  expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
  expect(await run(ref, `select to_regclass('public.notes')::text as value`, z.unknown())).toEqual([
    { value: null },
  ])

  await test.fleet.verifyBackup(ref, id)
  const read = async () => (await backups.list(ref)).find((backup) => backup.id === id)
  await expect
    .poll(async () => (await read())?.verification, { timeout: 60_000 })
    .toMatchObject({ isSound: true })
}, 60_000)
