import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { systemClock } from '../../lib/clock.ts'
import { generateRef } from '../../project/keys/api-keys.ts'
import { sql } from '../../postgres/sql.ts'
import { recordRecoveries } from './recover-projects.ts'

let control: TestControlPlane
beforeAll(async () => {
  control = await createTestControlPlane()
})
afterAll(() => control.stop())

const session = () => control.database.as('supabase_admin')

async function add(status: string, { hasRun }: { readonly hasRun: boolean }): Promise<string> {
  const ref = generateRef()
  await session().run(sql`
    insert into fleet.instances
      (ref, status, secrets, engine_version, created_at, updated_at, last_active_at)
    values (${ref}, ${status}, ''::bytea, ${hasRun ? '18.1' : null}, now(), now(), now())`)
  return ref
}

const stateOf = (ref: string) =>
  session().one(
    sql`
      select i.status, r.phase, r.status_before from fleet.instances i
      left join fleet.restores r on r.ref = i.ref where i.ref = ${ref}`,
    z.object({
      status: z.string(),
      phase: z.string().nullable(),
      status_before: z.string().nullable(),
    }),
  )

it('brings back every project that had data, once, and leaves the others as they are', async () => {
  const active = await add('ACTIVE_HEALTHY', { hasRun: true })
  const paused = await add('INACTIVE', { hasRun: true })
  const created = await add('COMING_UP', { hasRun: false })
  const deleted = await add('GOING_DOWN', { hasRun: true })
  const restored = await add('ACTIVE_HEALTHY', { hasRun: true })
  await session().run(sql`
    insert into fleet.restores
      (ref, id, phase, target, status_before, requested_at, restored_at, kept_until)
    values (${restored}, 'a1', 'kept', '{"kind":"backup","id":"1"}', 'INACTIVE', now(), now(), now())`)

  const instances = { session }
  const refs = await recordRecoveries(instances, systemClock)
  expect(refs.toSorted()).toEqual([active, paused, restored].toSorted())
  const comesBack = { status: 'RESTORING', phase: 'recovering' }
  expect(await stateOf(active)).toEqual({ ...comesBack, status_before: 'ACTIVE_HEALTHY' })
  expect(await stateOf(paused)).toEqual({ ...comesBack, status_before: 'INACTIVE' })
  expect(await stateOf(restored)).toEqual({ ...comesBack, status_before: 'ACTIVE_HEALTHY' })
  expect(await stateOf(created)).toMatchObject({ status: 'COMING_UP', phase: null })
  expect(await stateOf(deleted)).toMatchObject({ status: 'GOING_DOWN', phase: null })

  // A kill before the recovery is recorded as over runs it again.
  await recordRecoveries(instances, systemClock)
  expect(await stateOf(paused)).toEqual({ ...comesBack, status_before: 'INACTIVE' })
})
