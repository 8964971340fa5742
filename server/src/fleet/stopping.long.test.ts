import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { createTestFleet } from '../../test/fleet.ts'
import { postgresProcessesOf } from '../postgres/processes/processes.ts'
import { rawSql } from '../postgres/sql.ts'

let control: TestControlPlane

beforeAll(async () => {
  control = await createTestControlPlane()
})
afterAll(() => control.stop())

it('pauses a project whose Postgres reacts to nothing, and keeps its data', async () => {
  const test = await createTestFleet(control)
  const ref = await test.createProject()
  const { project, release } = await test.fleet.acquire(ref)
  const session = project.database.as('postgres')
  await session.run(rawSql('create table kept as select 1 as id'))
  project.database
    .listen(['channel'], () => {})
    .settle()
    .catch(() => {})
  release()
  const frozen = await postgresProcessesOf(path.join(control.folders.projects, ref))
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  await test.fleet.pause(ref)
  await expect.poll(async () => (await test.fleet.get(ref))?.status).toBe('INACTIVE')
  await test.fleet.resume(ref)
  const lease = await test.fleet.acquire(ref)
  const Kept = z.object({ id: z.int() })
  const rows = await lease.project.database.as('postgres').many(rawSql('table kept'), Kept)
  expect(rows).toEqual([{ id: 1 }])
  lease.release()
  await test.stop()
})
