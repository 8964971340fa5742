import { POSTGRES_SETTING_NAMES, postgresSetting } from '@stoa/contract/catalog/postgres-settings'
import { postgresSettings, type PostgresSettings } from '@stoa/contract/platform/postgres-settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import { sql } from '../../postgres/sql.ts'
import { renderConf } from './project-conf.ts'

let control: TestControlPlane
let test: TestFleet
let ref: string
beforeAll(async () => {
  control = await createTestControlPlane()
  test = await createTestFleet(control)
  ref = await test.createProject()
})
afterAll(async () => {
  await test.stop()
  await control.stop()
})

/** The values in new sessions, as Postgres writes them. */
async function shown(names: readonly string[]): Promise<Record<string, string>> {
  const { project, release } = await test.fleet.acquire(ref)
  const rows = await project.database
    .as('postgres')
    .many(
      sql`select name, pg_catalog.current_setting(name) as value from pg_catalog.pg_settings
        where name = any(${[...names]}::text[])`,
      z.object({ name: z.string(), value: z.string() }),
    )
    .finally(release)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

const change = (values: Partial<PostgresSettings>) => test.fleet.changePostgresSettings(ref, values)

async function restart(): Promise<void> {
  await test.fleet.restart(ref)
  expect((await test.settle(ref)).status).toBe('ACTIVE_HEALTHY')
}

it('starts a project with the defaults that the catalog names', async () => {
  const values = await shown(POSTGRES_SETTING_NAMES)
  const expected = Object.fromEntries(
    POSTGRES_SETTING_NAMES.map((name) => {
      const { defaultValue } = postgresSetting(name)
      if (typeof defaultValue === 'boolean') return [name, defaultValue ? 'on' : 'off']
      // Postgres writes nothing as a number without a unit.
      return [name, String(defaultValue) === '0MB' ? '0' : String(defaultValue)]
    }),
  )
  expect(values).toEqual(expected)
})

it('applies settings at once where it can, and the others with the next restart', async () => {
  await change({ work_mem: '8MB', max_connections: 70, track_commit_timestamp: true })
  await expect.poll(() => shown(['work_mem'])).toEqual({ work_mem: '8MB' })
  expect(await shown(['max_connections'])).toEqual({ max_connections: '60' })
  expect(test.fleet.confState(ref)?.startedWith.max_connections).toBeNull()
  await restart()
  expect(await shown(['work_mem', 'max_connections', 'track_commit_timestamp'])).toEqual({
    work_mem: '8MB',
    max_connections: '70',
    track_commit_timestamp: 'on',
  })
  expect(test.fleet.confState(ref)).toMatchObject({
    startedWith: { max_connections: 70 },
    failure: null,
  })
  await change({ ...postgresSettings.defaults })
  await expect.poll(() => shown(['work_mem'])).toEqual({ work_mem: '4MB' })
})

it('starts with the defaults, and says why, if it does not start with the settings', async () => {
  await change({ shared_buffers: '999999999TB', work_mem: '8MB' })
  await restart()
  expect(await shown(['shared_buffers', 'work_mem'])).toEqual({
    shared_buffers: '32MB',
    work_mem: '4MB',
  })
  expect(test.fleet.confState(ref)).toMatchObject({
    startedWith: { shared_buffers: null },
    failure: expect.stringContaining('shared_buffers'),
  })
  await change({ shared_buffers: '48MB' })
  await restart()
  expect(await shown(['shared_buffers', 'work_mem'])).toEqual({
    shared_buffers: '48MB',
    work_mem: '8MB',
  })
  expect(test.fleet.confState(ref)?.failure).toBeNull()
})

it('writes values as Postgres reads them', () => {
  const values = { ...postgresSettings.defaults, work_mem: '8MB', hot_standby_feedback: true }
  expect(renderConf({ ...values, max_connections: 70 })).toBe(
    "work_mem = '8MB'\nmax_connections = 70\nhot_standby_feedback = on\n",
  )
})
