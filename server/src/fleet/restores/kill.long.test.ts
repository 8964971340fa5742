import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestBackups, type TestBackups } from '../../../test/backups.ts'
import { says } from '../../../test/child.ts'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import { rawSql } from '../../postgres/sql.ts'

let control: TestControlPlane
let backups: TestBackups
/** Each test leaves it with its former data. */
let shop: { readonly ref: string; readonly id: string }

beforeAll(async () => {
  control = await createTestControlPlane()
  backups = createTestBackups(control.folders)
  shop = await projectWithBackup()
})
afterAll(() => control.stop())

const startFleet = () => createTestFleet(control, { backups })

async function killAfter(
  work: { restore?: { ref: string; id: string }; undo?: string },
  step: string,
): Promise<void> {
  const { connection, installationKey, folders } = control
  const server: ChildProcess = fork(new URL('../../../test/fleet-owner.ts', import.meta.url), [
    JSON.stringify({ connection, folders, installationKey: installationKey.toString('base64') }),
    JSON.stringify(work),
  ])
  await says(server, step)
  server.kill('SIGKILL')
  await once(server, 'exit')
}

async function contentOf({ fleet }: TestFleet, ref: string): Promise<readonly string[]> {
  const { project, release } = await fleet.acquire(ref)
  const rows = await project.database
    .as('postgres')
    .many(rawSql('select value from public.notes'), z.object({ value: z.string() }))
    .finally(release)
  return rows.map(({ value }) => value)
}

/** A project whose table contains "old" in the backup, and "new" now. */
async function projectWithBackup(): Promise<{ ref: string; id: string }> {
  const test = await startFleet()
  const ref = await test.createProject()
  const run = async (text: string) => {
    const { project, release } = await test.fleet.acquire(ref)
    await project.database.as('postgres').run(rawSql(text)).finally(release)
  }
  await run(`create table public.notes as select 'old' as value`)
  await test.fleet.pause(ref)
  await test.settle(ref)
  const { id } = await backups.snapshot(ref)
  await test.fleet.resume(ref)
  await test.settle(ref)
  await run(`update public.notes set value = 'new'`)
  await test.stop()
  return { ref, id }
}

const foldersOf = async (ref: string) =>
  (await readdir(control.folders.projects)).filter(
    (name) => name.includes(ref) && !name.includes('.partial-'),
  )

describe('a server killed with SIGKILL', () => {
  it.each(['recorded', 'stopped', 'set-aside', 'placed', 'services', 'restarted'])(
    'after step "%s" of a restore leaves a project that the next server restores',
    async (step) => {
      const { ref, id } = shop
      await killAfter({ restore: { ref, id } }, step)
      const next = await startFleet()
      expect(await next.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
      expect(await contentOf(next, ref)).toEqual(['old'])
      expect(await next.fleet.keptState(ref)).toMatchObject({ statusBefore: 'ACTIVE_HEALTHY' })
      expect(await foldersOf(ref)).toHaveLength(2)
      await next.fleet.undoRestore(ref)
      expect(await next.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
      expect(await contentOf(next, ref)).toEqual(['new'])
      expect(await foldersOf(ref)).toEqual([ref])
      await next.stop()
    },
  )

  it.each(['recorded', 'restored-data-gone', 'returned'])(
    'after step "%s" of an undone restore leaves a project with its former data',
    async (step) => {
      const { ref, id } = shop
      const first = await startFleet()
      await first.fleet.restore(ref, { kind: 'backup', id })
      await first.settle(ref)
      await first.stop()
      await killAfter({ undo: ref }, step)
      const next = await startFleet()
      expect(await next.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
      expect(await contentOf(next, ref)).toEqual(['new'])
      expect(await next.fleet.keptState(ref)).toBeUndefined()
      expect(await foldersOf(ref)).toEqual([ref])
      await next.stop()
    },
  )
})
