import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { silentLog } from '../../lib/log.ts'
import { sql } from '../../postgres/sql.ts'
import type { LogEvent } from '../../project/log-sink.ts'
import type { Project } from '../../project/project.ts'
import { createMetrics } from '../metrics.ts'
import { createNetwork } from '../network.ts'
import { createSampler, type RunningProject } from './sampler.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 5, 1, 12)

let started: TestProject
let project: Project

beforeAll(async () => {
  started = await createTestProject()
  ;({ project } = started)
})
afterAll(() => started.stop())

function sampling(running: () => readonly RunningProject[]) {
  let at = START
  const clock = { now: () => new Date(at) }
  const metrics = createMetrics({ clock })
  const network = createNetwork()
  const events: { source: string; event: LogEvent }[] = []
  const sampler = createSampler({
    running,
    metrics,
    network,
    logs: { write: (_ref, source, event) => void events.push({ source, event }) },
    ofServices: () => ({ storage_bytes: 17 }),
    clock,
    log: silentLog,
  })
  return {
    metrics,
    network,
    events,
    async minute() {
      await sampler.tick()
      at += MINUTE
    },
  }
}

const running = () => [{ project, pid: process.pid, diskBytes: 4096 }]

it('stores one row for each minute, from the second look on', async () => {
  const { minute, events, metrics, network } = sampling(running)
  await minute()
  expect(events).toEqual([])
  network.add(project.ref, { received: 600, sent: 6000 })
  await minute()
  expect(events).toMatchObject([
    { source: 'metrics', event: { timestamp: (START + MINUTE) * 1000 } },
  ])
  const columns = events[0]?.event.columns
  expect(columns).toMatchObject({
    disk_bytes: 4096,
    storage_bytes: 17,
    network_received_bytes: 10,
    network_sent_bytes: 100,
    connections: expect.any(Number),
    connections_limit: expect.any(Number),
    transactions_committed: expect.any(Number),
    deadlocks: 0,
    database_bytes: expect.any(Number),
    wal_bytes: expect.any(Number),
    cpu_percent: expect.any(Number),
  })
  expect(columns?.['memory_bytes']).toBeGreaterThan(1_000_000)
  expect(metrics.recent(project.ref, 'disk_bytes', 2)).toEqual([null, 4096])
})

it('sees open transactions and locks of others, but not its own', async () => {
  const { minute, events } = sampling(running)
  await minute()
  await project.database.as('postgres').transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_lock(39)`)
    await minute()
  })
  const columns = events[0]?.event.columns
  expect(columns?.['longest_transaction_ms']).toBeGreaterThan(0)
  expect(columns?.['locks']).toBeGreaterThanOrEqual(1)
})

it('is no activity of the project', async () => {
  const before = project.database.load()
  const tick = sampling(running).minute()
  expect(project.database.load()).toEqual(before)
  await tick
  expect(project.database.load()).toEqual(before)
})

it('stores what it can measure of a database that refuses it', async () => {
  const refusing = { ...project, database: { ...project.database, administer } }
  async function administer(): Promise<never> {
    throw new Error('too many connections')
  }
  const { minute, events } = sampling(() => [
    { project: refusing, pid: undefined, diskBytes: undefined },
  ])
  // The same object each time, as a running project is.
  await minute()
  await minute()
  expect(events).toMatchObject([{ event: { columns: { storage_bytes: 17 } } }])
})

it('begins anew when the project has slept', async () => {
  let awake = running()
  const { minute, events, metrics } = sampling(() => awake)
  await minute()
  await minute()
  awake = []
  await minute()
  awake = running()
  await minute()
  await minute()
  expect(events).toHaveLength(2)
  expect(metrics.recent(project.ref, 'disk_bytes', 5)).toEqual([null, 4096, null, null, 4096])
})
