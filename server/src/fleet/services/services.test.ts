import { mkdtemp, rm, writeFile, chmod, mkdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { settingsSection } from '@stoa/contract/settings-section'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, reuseTemplate, type TestFleet } from '../../../test/fleet.ts'
import type { Notice } from '../../project/overview.ts'
import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import { sql } from '../../postgres/sql.ts'
import type { FleetDeps } from '../index.ts'

let control: TestControlPlane
const fleets: TestFleet[] = []

beforeAll(async () => {
  control = await createTestControlPlane()
})
afterEach(async () => {
  for (const test of fleets.splice(0)) await test.stop()
})
afterAll(() => control.stop())

async function startFleet(options: Partial<FleetDeps>): Promise<TestFleet> {
  const test = await createTestFleet(control, options)
  fleets.push(test)
  return test
}

const section = settingsSection({
  name: 'probe',
  fields: { level: z.int().min(0) },
  defaults: { level: 0 },
})
const One = z.object({ value: z.number() })
const healthy: Service = { name: 'healthy', title: 'Healthy' }

describe('a service that fails to start', () => {
  it('is reported unhealthy and does not keep the others from starting', async () => {
    const slow = Promise.withResolvers<void>()
    const told: string[] = []
    const services: Service[] = [
      { name: 'broken', title: 'Broken', start: () => Promise.reject(new Error('no')) },
      {
        name: 'slow',
        title: 'Slow',
        async start() {
          await slow.promise
          told.push('started')
        },
        stop: () => void told.push('stopped'),
      },
    ]
    const test = await startFleet({ services })
    const creating = test.createProject()
    setImmediate(slow.resolve)
    const ref = await creating
    // The failure used to stop the other service while it was still starting.
    expect(told).toEqual(['started'])
    const checked = await test.fleet.checkServices(ref)
    expect(checked.map(({ fault }) => fault?.code)).toEqual(['service_unavailable', undefined])
    const lease = await test.fleet.acquire(ref)
    expect(lease.faultOf('broken')).toMatchObject({ status: 503, code: 'service_unavailable' })
    expect(lease.faultOf('slow')).toBeUndefined()
    lease.release()
  })

  it('is started again by a later request', async () => {
    let at = new Date('2026-03-01T12:00:00Z')
    let fails = true
    const service: Service = {
      name: 'broken',
      title: 'Broken',
      async start() {
        if (fails) throw new Error('no')
      },
    }
    const test = await startFleet({ services: [service], clock: { now: () => at } })
    const ref = await test.createProject()
    fails = false
    expect(test.fleet.faultOf(ref, 'broken')).toBeDefined()
    at = new Date(at.getTime() + 60_000)
    await expect.poll(() => test.fleet.faultOf(ref, 'broken')).toBeUndefined()
  })
})

describe('a service whose migration fails', () => {
  it('is unhealthy on old and new projects until a release fixes the migration', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
    await chmod(folder, 0o755)
    await mkdir(path.join(folder, 'migrations'))
    const file = path.join(folder, 'migrations', '0001-probe.sql')
    const folders = { ...control.folders, templates: path.join(folder, 'templates') }
    const migrating: Service = {
      name: 'migrating',
      title: 'Migrating',
      database: {
        migrations: { owner: 'migrating', folder: new URL(`file://${folder}/migrations/`) },
      },
    }
    const first = await startFleet({ services: [healthy] })
    const older = await first.createProject()
    await first.stop()
    fleets.splice(0)

    await writeFile(file, 'create table public.mended as select 1 / 0 as value')
    const second = await startFleet({ services: [healthy, migrating], folders })
    const newer = await second.createProject()
    for (const ref of [older, newer]) {
      const lease = await second.fleet.acquire(ref)
      expect(lease.faultOf('migrating')).toMatchObject({ code: 'service_unavailable' })
      expect(lease.faultOf('healthy')).toBeUndefined()
      lease.release()
      expect(await second.fleet.get(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY' })
    }
    await second.stop()
    fleets.splice(0)

    await writeFile(file, 'create table public.mended as select 7 as value')
    await reuseTemplate(control, { services: [healthy, migrating], folder: folders.templates })
    const third = await startFleet({ services: [healthy, migrating], folders })
    for (const ref of [older, newer]) {
      const lease = await third.fleet.acquire(ref)
      expect(lease.faultOf('migrating')).toBeUndefined()
      const found = await lease.project.database
        .as('supabase_admin')
        .one(sql`select value from public.mended`, One)
      expect(found.value).toBe(7)
      lease.release()
    }
    // The fleet may still be copying from the folder of templates.
    await third.stop()
    fleets.splice(0)
    await rm(folder, { recursive: true, force: true })
    // Builds a database template, which takes long on a busy machine.
  }, 90_000)
})

describe('changed settings', () => {
  it('reach a project that is still starting, and its service', async () => {
    const begun = Promise.withResolvers<Project>()
    const goOn = Promise.withResolvers<void>()
    const levels: number[] = []
    const service: Service = {
      name: 'probe',
      title: 'Probe',
      settings: section,
      async start(project) {
        begun.resolve(project)
        await goOn.promise
      },
      settingsChanged: (project) => void levels.push(project.settings.of(section).level),
    }
    const test = await startFleet({ services: [service] })
    const creating = test.createProject()
    const project = await begun.promise
    await test.fleet.updateSettings(project.ref, section, { level: 5 })
    goOn.resolve()
    await creating
    expect(project.settings.of(section).level).toBe(5)
    expect(levels).toEqual([5])
  })

  it('end in the stored state after concurrent changes, and are rolled back when the companion write fails', async () => {
    const test = await startFleet({ services: [{ ...healthy, settings: section }] })
    const ref = await test.createProject()
    const levels = Array.from({ length: 20 }, (_, level) => level + 1)
    const answers = await Promise.all(
      levels.map((level) => test.fleet.updateSettings(ref, section, { level })),
    )
    expect(answers.map(({ level }) => level)).toEqual(levels)
    const stored = (await test.fleet.settings(ref)).of(section)
    const lease = await test.fleet.acquire(ref)
    expect(lease.project.settings.of(section)).toEqual(stored)
    lease.release()
    const change = test.fleet.updateSettings(ref, section, { level: 99 }, () =>
      Promise.reject(new Error('no audit row')),
    )
    await expect(change).rejects.toThrow('no audit row')
    expect((await test.fleet.settings(ref)).of(section)).toEqual(stored)
  })
})

describe('background work', () => {
  it('keeps a project awake until it is done', async () => {
    const holds: (() => void)[] = []
    const service: Service = {
      ...healthy,
      start(project) {
        if (holds.length === 0) holds.push(project.holdAwake())
      },
    }
    const test = await startFleet({ services: [service], idleAfterMs: 100 })
    const ref = await test.createProject()
    const idle = await test.createProject()
    await expect.poll(async () => (await test.fleet.get(idle))?.compute).toBe('sleeping')
    expect(await test.fleet.get(ref)).toMatchObject({ compute: 'running' })
    for (const release of holds) release()
    await expect.poll(async () => (await test.fleet.get(ref))?.compute).toBe('sleeping')
  })

  it('runs in a job that wakes a sleeping project and is retried on failure', async () => {
    const attempts: number[] = []
    const service: Service = {
      ...healthy,
      jobs: {
        work: {
          needs: 'database',
          async run({ database }, { attempt }) {
            await database.as('postgres').one(sql`select 1 as value`, One)
            attempts.push(attempt)
            if (attempt === 1) throw new Error('once more')
          },
        },
      },
    }
    const test = await startFleet({ services: [service], idleAfterMs: 100 })
    const ref = await test.createProject()
    await expect.poll(async () => (await test.fleet.get(ref))?.compute).toBe('sleeping')
    const stored = await test.fleet.stored(ref)
    await stored.addJob('healthy', 'work')
    await expect.poll(() => attempts).toEqual([1, 2])
    // Jobs that the service does not declare are refused.
    await expect(stored.addJob('healthy', 'unknown')).rejects.toThrow('does not declare the job')
    expect(() => stored.folder('healthy')).toThrow('declares no folder')
    expect(() => stored.count('healthy', 'unknown', 1)).toThrow('does not declare the meter')
  })
})

describe('the overview', () => {
  it('reads a running project, and keeps its last figures while it is paused', async () => {
    let value = 3
    const service: Service = {
      ...healthy,
      overview: {
        ofSettings: () => [notice('a_setting')],
        read: async () => ({ figures: [figure(value)], notices: [notice('a_table')] }),
      },
    }
    const failing: Service = {
      name: 'failing',
      title: 'Failing',
      overview: { read: () => Promise.reject(new Error('no')) },
    }
    let at = new Date('2026-03-01T12:00:00Z')
    const clock = { now: () => at }
    const test = await startFleet({ services: [service, failing], clock })
    const ref = await test.createProject()
    expect(await test.fleet.overview(ref)).toEqual({
      measured_at: '2026-03-01T12:00:00.000Z',
      figures: [{ service: 'healthy', ...figure(3) }],
      notices: [
        { service: 'healthy', ...notice('a_table') },
        { service: 'healthy', ...notice('a_setting') },
      ],
      sample_tables: [],
      has_requests: false,
    })
    value = 5
    at = new Date('2026-03-01T13:00:00Z')
    await test.fleet.pause(ref)
    await test.fleet.waitWhile(ref, ['PAUSING'], 20_000)
    value = 7
    at = new Date('2026-03-01T14:00:00Z')
    expect(await test.fleet.overview(ref)).toMatchObject({
      measured_at: '2026-03-01T13:00:00.000Z',
      figures: [{ value: 5 }],
    })
    expect(await test.fleet.get(ref)).toMatchObject({ status: 'INACTIVE', compute: 'stopped' })
  })
})

const figure = (value: number) =>
  ({ name: 'things', title: 'Things', unit: 'count', value, is_estimate: false }) as const
const notice = (code: string): Notice => ({
  code,
  severity: 'info',
  title: 'Look',
  hint: 'Here.',
  tables: [],
  count: 1,
})

describe('service usage', () => {
  it('adds up hour by hour and survives a restart', async () => {
    let at = new Date('2026-03-01T12:59:00Z')
    const service: Service = { ...healthy, meters: { words: { unit: 'count', title: 'Words' } } }
    const options = { services: [service], clock: { now: () => at } }
    const first = await startFleet(options)
    const ref = await first.createProject()
    const project = await first.fleet.stored(ref)
    project.count('healthy', 'words', 2)
    project.count('healthy', 'words', 3)
    at = new Date('2026-03-01T13:01:00Z')
    project.count('healthy', 'words', 7)
    await first.stop()
    fleets.splice(0)
    const second = await startFleet(options)
    ;(await second.fleet.stored(ref)).count('healthy', 'words', 1)
    const used = await second.fleet.usage(ref, new Date('2026-03-01T12:00:00Z'))
    expect(used).toEqual([
      {
        service: 'healthy',
        meter: 'words',
        unit: 'count',
        hour: new Date('2026-03-01T12:00:00Z'),
        amount: 5,
      },
      {
        service: 'healthy',
        meter: 'words',
        unit: 'count',
        hour: new Date('2026-03-01T13:00:00Z'),
        amount: 8,
      },
    ])
  })

  it('is deleted after its retention', async () => {
    let at = new Date('2026-03-01T12:00:00Z')
    const test = await startFleet({ services: [healthy], clock: { now: () => at } })
    const ref = await test.createProject()
    const project = await test.fleet.stored(ref)
    project.count('healthy', 'requests', 1)
    const hours = async () =>
      (await test.fleet.usage(ref, new Date('2026-01-01T00:00:00Z'))).map(({ hour }) => hour)
    expect(await hours()).toEqual([at])
    at = new Date('2026-07-01T12:00:00Z')
    project.count('healthy', 'requests', 1)
    expect(await hours()).toEqual([at])
  })
})
