import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../test/fleet.ts'
import { sql } from '../postgres/sql.ts'

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

const NEW = { kind: 'secret', name: 'nightly', description: '' } as const

describe('the keys of a running project', () => {
  it('change without a restart, even for existing leases', async () => {
    const ref = await test.createProject()
    const { project, release } = await test.fleet.acquire(ref)
    const { id, value } = await test.fleet.keys.createApiKey(ref, NEW)
    expect(project.keys.findOpaqueKey(value)?.id).toBe(id)
    await test.fleet.keys.deleteApiKey(ref, id)
    expect(project.keys.findOpaqueKey(value)).toBeUndefined()
    const standby = await test.fleet.keys.createSigningKey(ref, { algorithm: 'ES256' })
    await test.fleet.keys.rotateSigningKey(ref, standby.id)
    expect(project.keys.verify(project.keys.sign({}), new Date())).toMatchObject({
      kid: standby.id,
    })
    release()
  })

  it('include a change made while the project was starting', async () => {
    const ref = await test.createProject()
    const { id } = await test.fleet.keys.createApiKey(ref, NEW)
    await test.fleet.pause(ref)
    await test.settle(ref)
    await test.fleet.resume(ref)
    const { value } = (await test.fleet.keys.list(ref)).apiKeys.find((key) => key.id === id) ?? {}
    await test.fleet.keys.deleteApiKey(ref, id)
    const { project, release } = await test.fleet.acquire(ref)
    expect(project.keys.findOpaqueKey(value ?? '')).toBeUndefined()
    release()
  })

  it('are deleted with the project', async () => {
    const ref = await test.createProject()
    await test.fleet.remove(ref)
    await test.settle(ref)
    const Count = z.object({ count: z.coerce.number() })
    const { count } = await control.database.as('supabase_admin').one(
      sql`
        select (select count(*) from fleet.api_keys where ref = ${ref})
          + (select count(*) from fleet.signing_keys where ref = ${ref}) as count`,
      Count,
    )
    expect(count).toBe(0)
    await expect(test.fleet.keys.list(ref)).rejects.toMatchObject({ code: 'project_not_found' })
  })
})
