import { describe, expect, it } from 'vitest'
import { createFixedKeyRing } from '../../project/keys/key-ring.ts'
import { generateApiKeys } from '../../project/keys/api-keys.ts'
import { testStoredParts } from '../../../test/stored-parts.ts'
import { createMachine, type Machine } from './machine.ts'
import type { Running } from './running.ts'
import { createSettings } from '../../project/settings.ts'
import { systemClock } from '../../lib/clock.ts'
import { createDatabase } from '../../postgres/database.ts'

/** A machine whose start, stop and crash the test controls, to check their order. */
function workbench() {
  const log: string[] = []
  let crash: (reason: string) => void = () => {}
  const plan: { start: (signal: AbortSignal) => Promise<void>; stop: () => Promise<void> } = {
    start: async () => {},
    stop: async () => {},
  }
  const machine: Machine = createMachine({
    clock: systemClock,
    async start(onCrash, signal) {
      log.push('start')
      crash = onCrash
      await plan.start(signal)
      return running
    },
    onRecovered: async () => void log.push('recovered'),
    onGivingUp: async () => void log.push('giving up'),
  })
  const running: Running = {
    project: {
      ...testStoredParts('probe'),
      database: createDatabase({
        endpoint: { host: '/nowhere', port: 1, database: 'postgres' },
        login: (role) => ({ user: role, password: '' }),
        maxCallerConnections: 1,
        maxServiceConnections: 1,
        idleMs: 1,
      }),
      keys: createFixedKeyRing(generateApiKeys('probe', new Date(0))),
      settings: createSettings({}),
      holdAwake: () => () => {},
    },
    socketDir: '/nowhere',
    pid: () => undefined,
    protectDisk: async () => {},
    closedReason: () => undefined,
    live: { ownerPassword: '' },
    services: {
      start: async () => {},
      stop: async () => {},
      faultOf: () => undefined,
      lastFaultOf: () => undefined,
      check: async () => [],
      settingsChanged() {},
    },
    isBusy: () => false,
    isDataGone: async () => false,
    abort() {},
    async stop() {
      log.push('stop')
      await plan.stop()
    },
  }
  return { machine, log, plan, crash: (reason: string) => crash(reason) }
}

describe('a machine', () => {
  it('starts once for several concurrent calls', async () => {
    const { machine, log } = workbench()
    await Promise.all([machine.up(), machine.up(), machine.up()])
    await machine.up()
    expect(log).toEqual(['start'])
  })

  it('stops the database of a start that was requested before the stop', async () => {
    const { machine, log } = workbench()
    const up = machine.up()
    await machine.down()
    await up
    expect(log).toEqual(['start', 'stop'])
    expect(machine.running).toBeUndefined()
    expect(machine.hold()).toBeUndefined()
  })

  it('starts again when a start is requested during a stop', async () => {
    const { machine, log } = workbench()
    await machine.up()
    const down = machine.down()
    await machine.up()
    await down
    expect(log).toEqual(['start', 'stop', 'start'])
    expect(machine.hold()).toBeDefined()
  })

  it('grants no new lease once it is closed', async () => {
    const { machine } = workbench()
    await machine.up()
    expect(machine.hold()).toBeDefined()
    machine.close()
    expect(machine.hold()).toBeUndefined()
  })

  it('is not idle while a lease is held', async () => {
    const { machine } = workbench()
    await machine.up()
    machine.hold()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(machine.idleMs()).toBe(0)
    machine.release()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(machine.idleMs()).toBeGreaterThan(0)
  })

  it('cleans up after a crash and starts again', async () => {
    const { machine, log, crash } = workbench()
    await machine.up()
    crash('exit SIGKILL')
    expect(machine.hold()).toBeUndefined()
    await machine.revival
    expect(log).toEqual(['start', 'stop', 'start', 'recovered'])
    expect(machine.hold()).toBeDefined()
  })

  it('stays down when it is stopped between a crash and its revival', async () => {
    const { machine, log, crash } = workbench()
    await machine.up()
    crash('exit SIGKILL')
    const { revival } = machine
    await machine.down()
    await revival
    expect(log).toEqual(['start', 'stop'])
    expect(machine.running).toBeUndefined()
  })

  it('fails its start when the database dies while the rest is still starting', async () => {
    const bench = workbench()
    bench.plan.start = async () => bench.crash('exit 1')
    await expect(bench.machine.up()).rejects.toThrow('stopped right after it started')
    expect(bench.log).toEqual(['start', 'stop'])
    expect(bench.machine.lastFailure).toBeDefined()
  })

  it('does not start again until it has really stopped', async () => {
    const { machine, log, plan } = workbench()
    await machine.up()
    plan.stop = () => Promise.reject(new Error('stuck'))
    await expect(machine.down()).rejects.toThrow('stuck')
    expect(machine.hold()).toBeUndefined()
    await expect(machine.up()).rejects.toThrow('stuck')
    plan.stop = async () => {}
    await machine.up()
    expect(log).toEqual(['start', 'stop', 'stop', 'stop', 'start'])
  })
})

describe('work on a stopped machine', () => {
  /** Work that lasts until it is to give way, and a promise of its beginning. */
  function lasting(log: string[]) {
    const begun = Promise.withResolvers<void>()
    const work = async (signal: AbortSignal) => {
      const aborted = new Promise<void>((resolve) =>
        signal.addEventListener('abort', () => resolve()),
      )
      begun.resolve()
      await aborted
      log.push('gave way')
    }
    return { work, begun: begun.promise }
  }

  it('does not run while the machine runs', async () => {
    const { machine } = workbench()
    await machine.up()
    expect(await machine.whileStopped(() => Promise.reject(new Error('ran')))).toBe(false)
    await machine.down()
    let hasRun = false
    expect(await machine.whileStopped(async () => void (hasRun = true))).toBe(true)
    expect(hasRun).toBe(true)
  })

  it('gives way to a start, which waits until it has ended', async () => {
    const { machine, log } = workbench()
    const { work, begun } = lasting(log)
    const working = machine.whileStopped(work)
    const next = machine.whileStopped(async () => void log.push('next'))
    await begun
    await machine.up()
    expect(await working).toBe(true)
    expect(await next).toBe(false)
    expect(log).toEqual(['gave way', 'start'])
  })

  it('gives way to a stop', async () => {
    const { machine, log } = workbench()
    const { work, begun } = lasting(log)
    const working = machine.whileStopped(work)
    await begun
    await machine.down()
    expect(await working).toBe(true)
  })
})

it('tells a start that is in progress, but no later one, that it is no longer wanted', async () => {
  const { machine, plan } = workbench()
  const begun = Promise.withResolvers<void>()
  const signals: AbortSignal[] = []
  plan.start = async (signal) => {
    signals.push(signal)
    begun.resolve()
    if (signals.length > 1) return
    await new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    )
  }
  const first = machine.up()
  first.catch(() => {})
  await begun.promise
  await machine.down()
  await expect(first).rejects.toMatchObject({ code: 'project_stopped' })
  await machine.up()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})
