import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import { systemClock } from '../../lib/clock.ts'
import { createCron } from './index.ts'

const GENEROUS = { timeout: 30_000, interval: 20 }

let control: TestControlPlane
let test: TestFleet

beforeAll(async () => {
  control = await createTestControlPlane()
  test = await createTestFleet(control, {
    services: [createCron({ clock: systemClock })],
    idleAfterMs: 100,
  })
})
afterAll(async () => {
  await test.stop()
  await control.stop()
})

async function query(ref: string, text: string) {
  const lease = await test.fleet.acquire(ref)
  try {
    const client = await lease.project.database.connect('postgres', 'test')
    const { rows } = await client.query<Record<string, unknown>>(text).finally(() => client.end())
    return rows
  } finally {
    lease.release()
  }
}

it('wakes a sleeping project for a due job, and lets it sleep again', async () => {
  const compute = async () => (await test.fleet.get(ref))?.compute
  const ref = await test.createProject()
  await query(ref, `select cron.schedule('often', '3 seconds', 'select 1')`)
  await expect.poll(compute, GENEROUS).toBe('sleeping')
  // No other client uses the project.
  await expect.poll(compute, GENEROUS).toBe('running')
  await expect.poll(compute, GENEROUS).toBe('sleeping')
  expect(await query(ref, 'select distinct status from cron.job_run_details')).toEqual([
    { status: 'succeeded' },
  ])
})
