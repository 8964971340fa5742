import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { says } from '../../../test/child.ts'
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
import { generateRef } from '../../project/keys/api-keys.ts'
import type { Origin } from '../copies/origins.ts'

const SECRET = 'ada-at-home.example'
const RULE = { schema: 'public', table: 'notes', column: 'value', rule: 'hash' } as const

let control: TestControlPlane
let store: string
let backups: BackupService
let test: TestFleet
let parent: string
let branch: string

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
  parent = await test.createProject()
  await run(parent, `create table public.notes as select '${SECRET}' as value`)
  branch = await create({ kind: 'copy', ref: parent, content: 'data' })
})
afterAll(async () => {
  await test.stop()
  await backups.stop()
  await control.stop()
  await rm(store, { recursive: true, force: true })
})

async function create(origin: Origin): Promise<string> {
  const ref = generateRef()
  await control.database
    .as('supabase_admin')
    .transaction((tx) => test.fleet.create(tx, { ref, databasePassword: 'second', origin }))
  expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
  return ref
}

async function run(ref: string, text: string): Promise<void> {
  const { project, release } = await test.fleet.acquire(ref)
  await project.database.as('postgres').run(rawSql(text)).finally(release)
}

async function read(ref: string, text = 'select value from public.notes'): Promise<string[]> {
  const { project, release } = await test.fleet.acquire(ref)
  const Row = z.object({ value: z.string() })
  const rows = await project.database.as('postgres').many(rawSql(text), Row).finally(release)
  return rows.map(({ value }) => value)
}

const foldersOf = async (ref: string) =>
  (await readdir(control.folders.projects)).filter(
    (name) => name.includes(ref) && !name.includes('.partial-'),
  )

describe('a reset', () => {
  it('replaces the data with the present data of the origin, and keeps ref, keys and password', async () => {
    const before = await test.fleet.secrets(branch)
    await run(branch, `update public.notes set value = 'of the branch'`)
    await run(parent, `update public.notes set value = '${SECRET} again'`)
    await test.fleet.reset(branch, { kind: 'copy', ref: parent, content: 'data' })
    const after = await test.settle(branch)
    expect(after).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
    expect(after.resetAt).not.toBeNull()
    expect(await read(branch)).toEqual([`${SECRET} again`])
    expect(await test.fleet.secrets(branch)).toEqual(before)
    expect(await test.fleet.keptState(branch)).toBeUndefined()
    await expect.poll(() => foldersOf(branch)).toEqual([branch])
  })

  it('that fails brings the former data back and says why, and a later one succeeds', async () => {
    await run(branch, `update public.notes set value = 'precious'`)
    await test.fleet.reset(branch, {
      kind: 'copy',
      ref: parent,
      content: 'anonymized',
      rules: [{ ...RULE, column: 'nothing' }],
    })
    expect(await test.settle(branch)).toMatchObject({
      status: 'RESTORE_FAILED',
      failure: { code: 'anonymize_failed' },
    })
    await test.fleet.retry(branch)
    await test.settle(branch)
    expect(await read(branch)).toEqual(['precious'])

    await test.fleet.reset(branch, {
      kind: 'copy',
      ref: parent,
      content: 'anonymized',
      rules: [RULE],
    })
    await test.settle(branch)
    expect(await read(branch)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  })

  it('is refused where a project is not ready, and before anything changes', async () => {
    await test.fleet.pause(branch)
    await expect(
      test.fleet.reset(branch, { kind: 'copy', ref: parent, content: 'data' }),
    ).rejects.toMatchObject({ code: 'project_busy' })
    await test.settle(branch)
    await test.fleet.resume(branch)
    await test.settle(branch)
  })
})

describe('a copy of a past moment', () => {
  let at: string
  beforeAll(async () => {
    await backups.take(parent, { name: 'before' })
    await run(parent, `update public.notes set value = '${SECRET} past'`)
    const [now] = await read(parent, 'select clock_timestamp()::text as value')
    at = new Date(now ?? '').toISOString()
    await read(parent, 'select pg_sleep(0.01)::text as value')
    await run(parent, `update public.notes set value = 'later'`)
    await run(parent, 'select pg_switch_wal()').catch(() => {})
    // The reach of the backups follows the archived WAL, which a pause finishes.
    await test.fleet.pause(parent)
    await test.settle(parent)
  })

  it('shows that moment, with passwords of its own', async () => {
    const past = await create({ kind: 'copy', ref: parent, content: 'data', at })
    expect(await read(past)).toEqual([`${SECRET} past`])
    expect(await readdir(path.join(control.folders.projects, past))).not.toContain(
      'pgsql_tmp_stoa_recovery',
    )
  })

  it('has no file with a value that a rule has replaced', async () => {
    const past = await create({
      kind: 'copy',
      ref: parent,
      content: 'anonymized',
      rules: [RULE],
      at,
    })
    expect(await read(past)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(await filesWith(path.join(control.folders.projects, past), SECRET)).toEqual([])
  })
})

async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const content = await readFile(file).catch(() => Buffer.alloc(0))
    if (content.includes(text)) found.push(path.relative(folder, file))
  }
  return found
}

describe('a server killed with SIGKILL', () => {
  it.each(['recorded', 'stopped', 'set-aside', 'copied', 'prepared', 'placed', 'restarted'])(
    'after step "%s" of a reset leaves a project that the next server resets',
    async (step) => {
      await test.fleet.resume(parent)
      await test.settle(parent)
      await run(parent, `update public.notes set value = 'fresh'`)
      await run(branch, `update public.notes set value = 'former'`)
      await test.stop()
      const { connection, installationKey, folders } = control
      const server = fork(new URL('../../../test/fleet-owner.ts', import.meta.url), [
        JSON.stringify({
          connection,
          folders,
          installationKey: installationKey.toString('base64'),
        }),
        JSON.stringify({ reset: { ref: branch, from: parent } }),
      ])
      await says(server, step)
      server.kill('SIGKILL')
      await once(server, 'exit')
      test = await createTestFleet(control, { backups })
      expect(await test.settle(branch)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
      expect(await read(branch)).toEqual(['fresh'])
      await expect.poll(() => foldersOf(branch)).toEqual([branch])
      await test.fleet.pause(parent)
      await test.settle(parent)
    },
  )
})
