import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestBackups, type TestBackups } from '../../../test/backups.ts'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import { rawSql, sql } from '../../postgres/sql.ts'
import type { LookLease } from './port.ts'

let control: TestControlPlane
let backups: TestBackups
let test: TestFleet
let ref: string

const at = new Date('2026-03-08T12:00:00Z')
const moment = { target: { kind: 'time', at }, moment: at } as const

beforeAll(async () => {
  control = await createTestControlPlane()
  backups = createTestBackups(control.folders)
  test = await createTestFleet(control, { backups })
  ref = await test.createProject()
  const { project, release } = await test.fleet.acquire(ref)
  const owner = project.database.as('postgres')
  for (const text of [
    'create table public.notes (id bigint primary key, value text)',
    `insert into public.notes select i, 'note ' || i from generate_series(1, 100) as i`,
  ])
    await owner.run(rawSql(text))
  release()
  await test.fleet.pause(ref)
  await test.settle(ref)
  await backups.snapshot(ref)
  await test.fleet.resume(ref)
  await test.settle(ref)
  await test.fleet.setDatabasePassword(ref, 'another password since')
})
afterAll(async () => {
  await test.stop()
  await control.stop()
})

const folders = async () =>
  (await readdir(control.folders.projects)).filter((name) => name.startsWith('.look-'))

async function openLook(): Promise<LookLease> {
  await test.fleet.looks.begin(ref, moment)
  await expect.poll(() => test.fleet.looks.get(ref)?.phase, { timeout: 60_000 }).toBe('open')
  return test.fleet.looks.acquire(ref)
}

it('shows the rows of the moment beside the running project, and lets nobody write', async () => {
  const { project, release } = await test.fleet.acquire(ref)
  await project.database.as('postgres').run(sql`delete from public.notes`)
  const look = await openLook()
  const past = look.project.database.as('postgres')
  const count = rawSql('select count(*)::int as notes from public.notes')
  const Notes = z.object({ notes: z.number() })
  expect(await past.one(count, Notes)).toEqual({ notes: 100 })
  expect(await project.database.as('postgres').one(count, Notes)).toEqual({ notes: 0 })
  await expect(past.run(sql`delete from public.notes`)).rejects.toMatchObject({
    code: 'look_read_only',
  })
  expect(await test.fleet.looks.bytes(ref)).toBeGreaterThan(1e6)
  look.release()
  release()
  await test.fleet.looks.end(ref)
  await expect.poll(() => test.fleet.looks.get(ref), { timeout: 30_000 }).toBeUndefined()
  expect(await folders()).toEqual([])
})

it('can be canceled while its backup is copied, and leaves nothing behind', async () => {
  const held = Promise.withResolvers<void>()
  backups.beforePlace = () => held.promise
  await test.fleet.looks.begin(ref, moment)
  await test.fleet.looks.end(ref)
  held.resolve()
  backups.beforePlace = async () => {}
  await expect.poll(() => test.fleet.looks.get(ref), { timeout: 30_000 }).toBeUndefined()
  expect(await folders()).toEqual([])
})

it('ends when its project is deleted', async () => {
  const other = await test.createProject()
  await test.fleet.pause(other)
  await test.settle(other)
  await backups.snapshot(other)
  await test.fleet.looks.begin(other, moment)
  await expect.poll(() => test.fleet.looks.get(other)?.phase, { timeout: 60_000 }).toBe('open')
  await test.fleet.retire(other)
  await expect.poll(() => test.fleet.looks.get(other), { timeout: 30_000 }).toBeUndefined()
})

it('deletes at its start what a killed server left', async () => {
  const left = path.join(control.folders.projects, '.look-abcdefghijklmnopqrst')
  await test.stop()
  await mkdir(left)
  await writeFile(path.join(left, 'PG_VERSION'), '18')
  test = await createTestFleet(control, { backups })
  expect(existsSync(left)).toBe(false)
  expect(test.fleet.looks.get(ref)).toBeUndefined()
})
