import { existsSync } from 'node:fs'
import { open, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Backup } from '../../backups/port.ts'
import { createTestBackups, type TestBackups } from '../../../test/backups.ts'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import { rawSql } from '../../postgres/sql.ts'
import { dueBackup } from './schedule.ts'

let control: TestControlPlane
let backups: TestBackups
let test: TestFleet
let ref: string
/** Where the pages of the table and of its index are, in the data directory. */
let files: { readonly table: string; readonly index: string }

beforeAll(async () => {
  control = await createTestControlPlane()
  backups = createTestBackups(control.folders)
  test = await createTestFleet(control, { backups })
  ref = await test.createProject()
  const { project, release } = await test.fleet.acquire(ref)
  const owner = project.database.as('postgres')
  // An expression of the owner that fails wherever it is evaluated later.
  for (const text of [
    `create function public.note(value text) returns text immutable language sql as 'select value'`,
    'create table public.notes (value text, check (public.note(value) is not null))',
    `insert into public.notes select 'note ' || i from generate_series(1, 2000) as i`,
    'create index by_value on public.notes (value)',
    'create index by_note on public.notes (public.note(value))',
    `create or replace function public.note(value text) returns text immutable language plpgsql as
       $$ begin raise exception 'The function ran as %', current_user; end $$`,
    'create database elsewhere',
  ])
    await owner.run(rawSql(text))
  files = await owner.one(
    rawSql(`select pg_relation_filepath('public.notes') as table,
      pg_relation_filepath('public.by_value') as index`),
    z.object({ table: z.string(), index: z.string() }),
  )
  release()
  await test.fleet.pause(ref)
  await test.settle(ref)
})
afterAll(async () => {
  await test.stop()
  await control.stop()
})

async function verified({ id }: Pick<Backup, 'id'>) {
  await test.fleet.verifyBackup(ref, id)
  const read = async () => (await backups.list(ref)).find((backup) => backup.id === id)
  await expect.poll(async () => (await read())?.verification, { timeout: 60_000 }).not.toBeNull()
  return (await read())?.verification
}

/** Overwrites bytes in the middle of a page. */
async function damage(backup: Backup, file: string): Promise<void> {
  const handle = await open(path.join(backups.folderOf(backup), file), 'r+')
  await handle.write(Buffer.alloc(64, 0xff), 0, 64, 8192 + 4096)
  await handle.close()
}

const scratch = async () =>
  (await readdir(control.folders.projects)).filter((name) => name.startsWith('.scratch'))

it('reads every table and index of a backup in all databases, and leaves nothing behind', async () => {
  const verification = await verified(await backups.snapshot(ref))
  expect(verification).toMatchObject({
    isSound: true,
    message: expect.stringMatching(/: \d{3} tables and \d{3} indexes in 3 databases\.$/),
  })
  await expect.poll(scratch).toEqual([])
  expect(existsSync(path.join(control.folders.sockets, 'scratch'))).toBe(false)
})

it.each([
  ['table', 'The table public.notes is damaged'],
  ['index', 'The index public.by_value is damaged'],
] as const)('finds a damaged page of a %s', async (kind, message) => {
  const backup = await backups.snapshot(ref)
  await damage(backup, files[kind])
  expect(await verified(backup)).toMatchObject({
    isSound: false,
    message: expect.stringContaining(message),
  })
})

it('reports a backup that does not contain a data directory', async () => {
  const backup = await backups.snapshot(ref)
  await writeFile(path.join(backups.folderOf(backup), 'PG_VERSION'), 'none')
  expect(await verified(backup)).toMatchObject({ isSound: false })
  await expect.poll(scratch).toEqual([])
})

it('refuses a backup of another project', async () => {
  const { id } = await backups.snapshot(ref)
  await expect(test.fleet.verifyBackup('another', id)).rejects.toMatchObject({
    code: 'backup_not_found',
  })
})

const now = new Date('2026-03-08T00:00:00Z')
const backup = (id: string, verifiedDaysAgo?: number, isSound = true): Backup => ({
  id,
  ref: 'ref',
  name: null,
  status: 'complete',
  startedAt: now,
  completedAt: now,
  bytes: 1,
  failure: null,
  verification:
    verifiedDaysAgo === undefined
      ? null
      : {
          at: new Date(now.getTime() - verifiedDaysAgo * 24 * 3600_000),
          isSound,
          message: 'Read.',
        },
})

it.each<[string, readonly Backup[], string | undefined]>([
  ['the newest if none was verified', [backup('b'), backup('a')], 'b'],
  ['none within a week of a verification', [backup('b'), backup('a', 6)], undefined],
  ['the newest after a week', [backup('b'), backup('a', 8)], 'b'],
  ['none that was verified before', [backup('a', 8)], undefined],
  ['only complete ones', [{ ...backup('b'), status: 'running' }, backup('a')], 'a'],
])('verifies each week: %s', (_which, newestFirst, expected) => {
  expect(dueBackup(newestFirst, now)?.id).toBe(expected)
})
