import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../test/fleet.ts'
import { rawSql } from '../postgres/sql.ts'

let control: TestControlPlane
let test: TestFleet
beforeAll(async () => {
  control = await createTestControlPlane()
  test = await createTestFleet(control)
})
afterAll(async () => {
  await test.stop()
  await control.stop()
})

const PAGE_BYTES = 8192

const folderOf = (ref: string) => path.join(control.folders.projects, ref)

const insert = (ref: string) => run(ref, 'insert into kept values (1)')

async function run(ref: string, text: string): Promise<string> {
  try {
    const { project, release } = await test.fleet.acquire(ref)
    await project.database.as('postgres').run(rawSql(text)).finally(release)
    return 'done'
  } catch (error) {
    return z.object({ message: z.string() }).parse(error).message
  }
}

async function createTable(ref: string): Promise<void> {
  const { project, release } = await test.fleet.acquire(ref)
  await project.database.as('postgres').run(rawSql('create table kept (value int)'))
  release()
}

const shownOf = async (ref: string) => {
  const instance = await test.fleet.get(ref)
  return [instance?.status, instance?.failure?.code]
}

it('reports a project whose data directory was moved away, until it is back', async () => {
  const ref = await test.createProject()
  await createTable(ref)
  const aside = `${folderOf(ref)}.aside`
  await rename(folderOf(ref), aside)
  await expect.poll(() => shownOf(ref)).toEqual(['ACTIVE_UNHEALTHY', 'data_missing'])
  expect(await insert(ref)).toContain("The project's data directory is missing.")
  await rename(aside, folderOf(ref))
  await expect.poll(() => insert(ref)).toBe('done')
  await expect.poll(() => shownOf(ref)).toEqual(['ACTIVE_HEALTHY', undefined])
})

it('reports a project whose data directory was deleted, which can still be removed', async () => {
  const ref = await test.createProject()
  await createTable(ref)
  await rm(folderOf(ref), { recursive: true })
  await expect.poll(() => shownOf(ref)).toEqual(['ACTIVE_UNHEALTHY', 'data_missing'])
  await test.fleet.remove(ref)
  expect(await test.settle(ref)).toMatchObject({ status: 'REMOVED' })
})

/** Overwrites the header of a table's last page while the project sleeps. */
async function damage(ref: string, table: string): Promise<void> {
  const { project, release } = await test.fleet.acquire(ref)
  const { file } = await project.database
    .as('supabase_admin')
    .one(
      rawSql(`select pg_catalog.pg_relation_filepath('${table}'::regclass) as file`),
      z.object({ file: z.string() }),
    )
  release()
  await test.fleet.pause(ref)
  await test.settle(ref)
  const handle = await open(path.join(folderOf(ref), file), 'r+')
  const { size } = await handle.stat()
  await handle.write(Buffer.alloc(24, 0xab), 0, 24, size - PAGE_BYTES)
  await handle.close()
  await test.fleet.resume(ref)
  await test.settle(ref)
}

it('reports a project whose system catalog is damaged', async () => {
  const ref = await test.createProject()
  await createTable(ref)
  await damage(ref, 'pg_catalog.pg_class')
  expect(await run(ref, 'select sum(relpages) from pg_catalog.pg_class')).toContain('invalid page')
  await expect.poll(() => shownOf(ref)).toEqual(['ACTIVE_UNHEALTHY', 'catalog_damaged'])
  const { failure } = (await test.fleet.get(ref)) ?? {}
  expect(failure?.message).toContain('invalid page')
})

it('does not report a project for a damaged table of its own', async () => {
  const ref = await test.createProject()
  await createTable(ref)
  await insert(ref)
  await damage(ref, 'public.kept')
  expect(await insert(ref)).toContain('invalid page')
  await createTable(ref).catch(() => {})
  expect(await shownOf(ref)).toEqual(['ACTIVE_HEALTHY', undefined])
})
