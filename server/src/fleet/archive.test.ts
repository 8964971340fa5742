import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../test/fleet.ts'
import {
  backupMigrations,
  createBackups,
  createDiskStore,
  type BackupService,
} from '../backups/index.ts'
import { systemClock } from '../lib/clock.ts'
import { silentLog } from '../lib/log.ts'
import { rawSql } from '../postgres/sql.ts'

let control: TestControlPlane
let folder: string
let backups: BackupService
let test: TestFleet

beforeAll(async () => {
  control = await createTestControlPlane({ migrations: [backupMigrations] })
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  backups = createBackups({
    store: createDiskStore(folder),
    key: control.installationKey,
    records: control.database.as('supabase_admin'),
    retentionDays: async () => 7,
    clock: systemClock,
    log: silentLog,
  })
  test = await createTestFleet(control, { backups })
})
afterAll(async () => {
  await test.stop()
  await backups.stop()
  await control.stop()
  await rm(folder, { recursive: true, force: true })
})

async function run(ref: string, text: string): Promise<void> {
  const lease = await test.fleet.acquire(ref)
  try {
    await lease.project.database.as('postgres').run(rawSql(text))
  } finally {
    lease.release()
  }
}

it('archives a project until it has stopped', async () => {
  const ref = await test.createProject()
  await run(ref, 'create table kept as select 7 as value')
  await backups.take(ref, { name: null })
  await run(ref, 'insert into kept values (8)')
  await test.fleet.pause(ref)
  await test.settle(ref)
  // All of its changes are in the store, so every moment until now can be restored.
  const now = new Date()
  const [reach] = await backups.reach(ref)
  expect(reach?.until.getTime()).toBeGreaterThanOrEqual(now.getTime())
})
