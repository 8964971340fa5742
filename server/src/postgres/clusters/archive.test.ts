import { chmod, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  createTestMachine,
  TEST_SUPERUSER_PASSWORD,
  type TestMachine,
} from '../../../test/project.ts'
import { connectClient } from '../connections/connect.ts'
import {
  archiveSettings,
  beginArchiveTimeout,
  ensureStagingFolder,
  STAGED_WAL_FOLDER,
} from './archive.ts'
import { createCluster } from './cluster.ts'
import { copyCluster } from './copy-cluster.ts'
import { SUPERUSER } from './template.ts'

let machine: TestMachine
let folder: string
beforeAll(async () => {
  machine = await createTestMachine()
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  await chmod(folder, 0o755)
})
afterAll(async () => {
  machine.watchdog.release()
  await rm(folder, { recursive: true, force: true })
})

it('finishes a segment in time from the first start on', async () => {
  const { engine, account, watchdog, template } = machine
  const dataDir = path.join(folder, 'data')
  const socketDir = path.join(folder, 's')
  await copyCluster(template, dataDir, account)
  await ensureStagingFolder(dataDir, account)
  const settings = { ...archiveSettings(engine), archive_timeout: '1s' }
  const cluster = createCluster({ engine, account, watchdog, dataDir, socketDir, settings })
  await cluster.start()
  try {
    beginArchiveTimeout(cluster.pid)
    const client = await connectClient(
      { host: socketDir, port: 5432, database: 'postgres' },
      {
        user: SUPERUSER,
        password: TEST_SUPERUSER_PASSWORD,
        applicationName: 'test',
        pipeline: false,
      },
    )
    await client.query('create table public.written ()')
    await client.end()
    await vi.waitFor(
      async () =>
        expect(await readdir(path.join(dataDir, STAGED_WAL_FOLDER))).toContainEqual(
          expect.stringMatching(/^[0-9A-F]{24}$/),
        ),
      25_000,
    )
  } finally {
    await cluster.stop()
  }
})

it('makes a folder in the place of a link', async () => {
  const dataDir = path.join(folder, 'linked')
  const elsewhere = path.join(folder, 'elsewhere')
  await mkdir(dataDir)
  await mkdir(elsewhere)
  await symlink(elsewhere, path.join(dataDir, STAGED_WAL_FOLDER))
  await ensureStagingFolder(dataDir, undefined)
  const [entry] = await readdir(dataDir, { withFileTypes: true })
  expect(entry?.isDirectory()).toBe(true)
})

it('has no settings for an engine without the library', () => {
  expect(archiveSettings({ ...machine.engine, binDir: '/nowhere/bin' })).toBeUndefined()
})
