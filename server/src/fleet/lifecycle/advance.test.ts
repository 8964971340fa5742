import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { systemClock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { silentLog } from '../../lib/log.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import type { JobContext } from '../../postgres/jobs.ts'
import { createAdvance } from './advance.ts'
import { createInstances, type Instances } from '../records/instances.ts'
import { generateApiKeys, generateRef } from '../../project/keys/api-keys.ts'
import { createServiceFolders } from '../services/service-folders.ts'
import { createMachine } from '../machine/machine.ts'
import type { FleetCommand } from './status.ts'

let control: TestControlPlane
let instances: Instances

beforeAll(async () => {
  control = await createTestControlPlane()
  const box = createSecretBox(control.installationKey, 'project-secrets')
  instances = createInstances({ control: control.database, box, clock: systemClock })
})
afterAll(() => control.stop())

/** A project in the status that these commands lead to, whose machine fails with `error`. */
async function brokenProject(error: Error, commands: readonly (FleetCommand | 'came_up')[]) {
  const ref = generateRef()
  await instances.insert(instances.session(), ref, {
    keys: generateApiKeys(ref, new Date()),
    databasePassword: 'x',
  })
  for (const command of commands) await instances.apply(instances.session(), ref, command)
  const fail = async (): Promise<never> => {
    throw error
  }
  const machine = createMachine({
    clock: systemClock,
    start: fail,
    onRecovered: async () => {},
    onGivingUp: async () => {},
  })
  const advance = createAdvance({
    instances,
    machineOf: () => ({ ...machine, up: fail, down: fail }),
    forgetMachine: () => {},
    lastRun: async () => {},
    spares: { place: fail, placed: () => {}, replenish: () => {}, settle: async () => {} },
    folders: control.folders,
    accounts: { endProcesses: async () => {}, next: async () => undefined },
    dataReplaced: () => {},
    copy: fail,
    upkeepJobs: () => {
      throw error
    },
    freeBytes: async () => Infinity,
    clock: systemClock,
    log: silentLog,
    logs: { remove: async () => {} },
    postgresLogs: { remove: async () => {} },
    services: [],
    serviceFolders: createServiceFolders(control.folders.files, []),
  })
  const attempt = (attempt: number, context: Partial<JobContext> = {}) =>
    advance(
      { ref },
      { attempt, isLastAttempt: false, signal: new AbortController().signal, ...context },
    )
  return { ref, attempt, find: () => instances.find(ref) }
}

const passing = new AppError('postgres_start_failed', 'No.', { status: 503, hint: 'Wait.' })
const lasting = new AppError('disk_full', 'The disk is full.', { status: 507, hint: 'Free some.' })

describe('a job that fails', () => {
  it('is retried, and fails the project only on the last attempt', async () => {
    const { attempt, find } = await brokenProject(passing, [])
    await expect(attempt(1)).rejects.toBe(passing)
    expect(await find()).toMatchObject({ status: 'COMING_UP', failure: null })
    await attempt(3, { isLastAttempt: true })
    expect(await find()).toMatchObject({
      status: 'INIT_FAILED',
      failure: { code: 'postgres_start_failed', message: 'No.', hint: 'Wait.' },
    })
  })

  it('is not retried when only a person can fix the cause', async () => {
    const { attempt, find } = await brokenProject(lasting, [])
    await attempt(1)
    expect(await find()).toMatchObject({ status: 'INIT_FAILED', failure: { code: 'disk_full' } })
  })

  it.each([
    { commands: ['came_up', 'pause'], status: 'PAUSE_FAILED' },
    { commands: ['came_up', 'restart'], status: 'ACTIVE_UNHEALTHY' },
  ] as const)('leaves the project $status after $commands', async ({ commands, status }) => {
    const { attempt, find } = await brokenProject(lasting, commands)
    await attempt(1)
    expect(await find()).toMatchObject({ status, failure: { code: 'disk_full' } })
  })

  it('is retried for a removal and records the failure in between', async () => {
    const { attempt, find } = await brokenProject(lasting, ['came_up', 'remove'])
    await expect(attempt(1)).rejects.toBe(lasting)
    expect(await find()).toMatchObject({ status: 'GOING_DOWN', failure: { code: 'disk_full' } })
  })

  it('changes nothing after a later command has superseded it', async () => {
    const { ref, attempt, find } = await brokenProject(lasting, [])
    await instances.apply(instances.session(), ref, 'remove')
    await expect(attempt(1)).rejects.toBe(lasting)
    expect(await find()).toMatchObject({ status: 'GOING_DOWN' })
  })
})
