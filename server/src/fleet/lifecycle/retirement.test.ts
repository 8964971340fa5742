import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import { systemClock } from '../../lib/clock.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { createJobs } from '../../postgres/jobs.ts'
import { silentLog } from '../../lib/log.ts'
import { rawSql } from '../../postgres/sql.ts'
import { createInstances } from '../records/instances.ts'
import { createRemoveDue } from './retirement.ts'

let control: TestControlPlane
let test: TestFleet
let daysPassed = 0
const clock = {
  ...systemClock,
  now: () => new Date(systemClock.now().getTime() + daysPassed * 24 * 3600_000),
}

beforeAll(async () => {
  control = await createTestControlPlane()
  test = await createTestFleet(control, { clock })
})
afterAll(async () => {
  await test.stop()
  await control.stop()
})

async function projectWithTable(): Promise<string> {
  const ref = await test.createProject()
  const { project, release } = await test.fleet.acquire(ref)
  await project.database
    .as('postgres')
    .run(rawSql(`create table public.notes as select 'kept' as value`))
    .finally(release)
  return ref
}

const dataDir = (ref: string) => path.join(control.folders.projects, ref)

it('takes a retired project out of service, keeps its data, and starts it again with the same keys', async () => {
  const ref = await projectWithTable()
  const { keys } = await test.fleet.secrets(ref)
  expect(await test.fleet.retire(ref)).toMatchObject({ status: 'GOING_DOWN' })
  await expect(test.fleet.acquire(ref)).rejects.toMatchObject({ code: 'project_not_found' })
  await expect.poll(() => test.fleet.get(ref)).toMatchObject({ compute: 'stopped' })
  expect(test.fleet.running()).toEqual([])
  expect(await test.fleet.retired([ref])).toEqual([{ ref, keptUntil: expect.any(Date) }])

  expect(await test.fleet.recover(ref)).toMatchObject({ status: 'COMING_UP' })
  expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
  const { project, release } = await test.fleet.acquire(ref)
  const rows = await project.database
    .as('postgres')
    .many(rawSql('select value from public.notes'), z.object({ value: z.string() }))
    .finally(release)
  expect(rows).toEqual([{ value: 'kept' }])
  expect((await test.fleet.secrets(ref)).keys).toEqual(keys)
  expect(await test.fleet.retired([ref])).toEqual([])
  await expect(test.fleet.recover(ref)).rejects.toMatchObject({ code: 'project_not_kept' })
})

it('keeps a retired project after a restart of the server', async () => {
  const ref = await projectWithTable()
  await test.fleet.retire(ref)
  await test.stop()
  test = await createTestFleet(control, { clock })
  await expect.poll(() => test.fleet.get(ref)).toMatchObject({ compute: 'stopped' })
  expect(existsSync(dataDir(ref))).toBe(true)
  await test.fleet.recover(ref)
  expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY' })
})

it('removes a retired project at once on request', async () => {
  const ref = await projectWithTable()
  await test.fleet.retire(ref)
  await test.fleet.remove(ref)
  expect(await test.settle(ref)).toMatchObject({ status: 'REMOVED' })
  expect(existsSync(dataDir(ref))).toBe(false)
  await expect(test.fleet.recover(ref)).rejects.toMatchObject({ code: 'project_not_kept' })
})

it('removes a retired project after seven days, and not earlier', async () => {
  const ref = await projectWithTable()
  await test.fleet.retire(ref)
  const box = createSecretBox(control.installationKey, 'project-secrets')
  const instances = createInstances({ control: control.database, box, clock })
  const jobs = createJobs({ connection: control.connection, tasks: {}, log: silentLog })
  const sweep = () =>
    createRemoveDue({ instances, clock }, () => jobs)(
      {},
      { attempt: 1, isLastAttempt: true, signal: new AbortController().signal },
    )
  try {
    daysPassed = 6.9
    await sweep()
    expect(await test.fleet.retired([ref])).toHaveLength(1)
    daysPassed = 7.1
    await expect(test.fleet.recover(ref)).rejects.toMatchObject({ code: 'project_not_kept' })
    await sweep()
    expect(await test.settle(ref)).toMatchObject({ status: 'REMOVED' })
    expect(existsSync(dataDir(ref))).toBe(false)
  } finally {
    daysPassed = 0
  }
})
