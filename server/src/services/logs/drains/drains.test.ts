import { appendFileSync } from 'node:fs'
import type { LogDrainConfig } from '@stoa/contract/services/logs/drains'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { edgeEvent, HOUR, REF, writtenLogs } from '../../../../test/hand-written-logs.ts'
import { createMemoryDrains, type MemoryDrains } from '../../../../test/logs/drain-records.ts'
import { startHttpReceiver, type ReceivedRequest } from '../../../../test/logs/http-receiver.ts'
import { systemClock } from '../../../lib/clock.ts'
import { silentLog } from '../../../lib/log.ts'
import { createOutgoing } from '../../../lib/outgoing.ts'
import { createCompaction } from '../../../logs/compact/compaction.ts'
import { createLogStore } from '../../../logs/store.ts'
import { createDrainParts, type DrainPartsDeps } from './parts.ts'

/** A receiver and a project with drains; `restart` leaves the server as a kill would. */
async function setUp(respond: (request: ReceivedRequest) => number = () => 200) {
  const receiver = await startHttpReceiver(respond)
  const logs = writtenLogs()
  const records: MemoryDrains = createMemoryDrains()
  const clock = { at: new Date(HOUR), now: () => clock.at }
  function start(change: Partial<DrainPartsDeps> = {}) {
    const store = createLogStore({ folder: logs.folder, clock: systemClock, log: silentLog })
    const parts = createDrainParts({
      logs: { ...logs, store },
      records: () => records,
      outgoing: createOutgoing({ allowsPrivate: true }),
      installationKey: Buffer.alloc(32, 7),
      clock,
      log: silentLog,
      ownUrl: () => '',
      hasDrains: async () => true,
      waits: { first: 10, longest: 20 },
      ...change,
    })
    onTestFinished(async () => {
      await parts.runner.end()
      await store.stop()
    })
    return { ...parts, store }
  }
  const drain: LogDrainConfig = {
    type: 'webhook',
    config: { url: receiver.url, format: 'json', gzip: true, headers: { 'x-key': 'secret' } },
  }
  const ids = () =>
    receiver.requests.flatMap(({ body }) =>
      (JSON.parse(body) as { id: string }[]).map(({ id }) => id),
    )
  return { receiver, logs, records, clock, start, drain, ids }
}

const events = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => edgeEvent(from + index))
const idsOf = (from: number, count: number) => events(from, count).map(({ id }) => id)
/** Waits for a state. */
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000 })

describe('a drain', () => {
  it('sends what is written after it was created, and nothing twice', async () => {
    const { logs, start, drain, ids, clock, records } = await setUp()
    logs.write('edge_logs', events(0, 5))
    clock.at = new Date(HOUR + 3)
    const { drains, store } = start()
    const { id } = await drains.create(REF, { name: 'Ours', ...drain })
    await until(() => expect(records.drains.get(id)?.eventsSent).toBe(2))
    store.write(REF, 'auth_logs', { id: 'new', message: '', severity: 'info', columns: {} })
    await until(() => expect(records.drains.get(id)?.eventsSent).toBe(3))
    expect(ids()).toEqual([...idsOf(3, 2), 'new'])
  })

  it('continues after an outage and a restart where its destination had accepted', async () => {
    let isUp = true
    const { logs, start, drain, ids, records } = await setUp(() => (isUp ? 200 : 503))
    const first = start()
    logs.write('edge_logs', events(0, 3))
    const { id } = await first.drains.create(REF, { name: 'Ours', ...drain })
    await until(() => expect(records.drains.get(id)?.eventsSent).toBe(3))
    isUp = false
    appendFileSync(logs.write('edge_logs', events(0, 6)), '{"id":"torn')
    await first.runner.end()
    const second = start()
    await second.runner.begin()
    await until(async () => {
      const [shown] = await second.drains.list(REF)
      expect(shown?.delivery).toMatchObject({ state: 'failing' })
      expect(shown?.delivery.last_error).toBe('The destination returned 503: not now')
    })
    await second.runner.end()
    isUp = true
    const before = ids().length
    const third = start()
    await third.runner.begin()
    await until(() => expect(ids().slice(before)).toEqual(idsOf(3, 3)))
    await until(() => expect(records.drains.get(id)?.eventsSent).toBe(6))
    expect((await third.drains.list(REF))[0]?.delivery.state).toBe('active')
  })

  it('reads a compacted file only if it was not done with its segment', async () => {
    const { logs, start, drain, ids, records } = await setUp()
    const first = start()
    logs.write('edge_logs', events(0, 3))
    const { id } = await first.drains.create(REF, { name: 'Ours', ...drain })
    await until(() => expect(records.drains.get(id)?.eventsSent).toBe(3))
    await first.runner.end()
    logs.write('auth_logs', events(0, 2500))
    const compaction = createCompaction({ ...logs, log: silentLog })
    await compaction.run()
    const second = start()
    await second.runner.begin()
    await until(() => expect(records.drains.get(id)?.eventsSent).toBe(2503))
    expect(ids()).toEqual([...idsOf(0, 3), ...idsOf(0, 2500)])
  })

  it('sends smaller batches to a destination that finds them too large', async () => {
    const isTooLarge = ({ body }: ReceivedRequest) =>
      (JSON.parse(body) as unknown[]).length > 2 || body.includes('e0000004')
    const { logs, start, drain, records } = await setUp((request) =>
      isTooLarge(request) ? 413 : 200,
    )
    logs.write('edge_logs', events(0, 7))
    const { id } = await start().drains.create(REF, { name: 'Ours', ...drain })
    await until(() => expect(records.drains.get(id)?.eventsSent).toBe(6))
    expect(records.drains.get(id)?.eventsDropped).toBe(1)
  })

  it('is paused with a notice after 3 days of failures, and resumes without a loss', async () => {
    let isUp = false
    const { logs, start, drain, ids, records, clock } = await setUp(() => (isUp ? 200 : 500))
    logs.write('edge_logs', events(0, 2))
    const { drains } = start()
    const { id } = await drains.create(REF, { name: 'Ours', ...drain })
    await until(() => expect(records.drains.get(id)?.failingSince).not.toBeNull())
    clock.at = new Date(HOUR + 3 * 86_400_000)
    await until(() => expect(records.drains.get(id)?.pausedReason).toBe('failures'))
    expect(records.notices).toHaveLength(1)
    isUp = true
    const before = ids().length
    expect((await drains.pause(REF, id, false)).delivery.state).toBe('active')
    await until(() => expect(ids().slice(before)).toEqual(idsOf(0, 2)))
  })

  it('counts events that expire before they were sent', async () => {
    const { logs, start, drain, records, clock } = await setUp(() => 500)
    logs.write('edge_logs', events(0, 4))
    const { drains, runner } = start()
    const { id } = await drains.create(REF, { name: 'Ours', ...drain })
    await drains.pause(REF, id, true)
    clock.at = new Date(HOUR + 40 * 86_400_000)
    await logs.store.expire(REF, {
      days: 1,
      bytes: 0,
      onExpire: (source, file) => runner.expiring(REF, source, file),
    })
    expect(records.drains.get(id)?.eventsDropped).toBe(4)
  })

  it('does not keep another drain from sending while its own destination is slow', async () => {
    const { logs, start, drain, records } = await setUp()
    const { drains } = start({
      outgoing: {
        ...createOutgoing({ allowsPrivate: true }),
        request: (request) =>
          request.headers?.['x-key'] === 'slow'
            ? new Promise((_, reject) =>
                request.signal?.addEventListener('abort', () => reject(new Error('ended'))),
              )
            : createOutgoing({ allowsPrivate: true }).request(request),
      },
    })
    logs.write('edge_logs', events(0, 2))
    const slow = { ...drain, config: { ...drain.config, headers: { 'x-key': 'slow' } } }
    await drains.create(REF, { name: 'Slow', ...(slow as LogDrainConfig) })
    const { id } = await drains.create(REF, { name: 'Fast', ...drain })
    await until(() => expect(records.drains.get(id)?.eventsSent).toBe(2))
  })
})

describe('settings', () => {
  it('keep their secrets, which are never returned, unless the address changes', async () => {
    const { logs, start, drain, receiver, records } = await setUp()
    const { drains } = start()
    const { id, ...created } = await drains.create(REF, { name: 'Ours', ...drain })
    expect(created).toMatchObject({ config: { headers: { 'x-key': '' } } })
    expect(records.drains.get(id)?.config.includes('secret')).toBe(false)
    const blank = { ...drain, config: { ...drain.config, headers: { 'x-key': '' } } }
    await drains.update(REF, id, { name: 'Renamed', ...(blank as LogDrainConfig) })
    logs.write('edge_logs', events(0, 1))
    expect((await drains.test(REF, id)).result).toMatchObject({ is_accepted: true, status: 200 })
    expect(receiver.requests.at(-1)?.headers['x-key']).toBe('secret')
    const moved = { ...blank, config: { ...blank.config, url: `${receiver.url}/other` } }
    await expect(
      drains.update(REF, id, { name: 'Moved', ...(moved as LogDrainConfig) }),
    ).rejects.toMatchObject({ code: 'log_drain_secret_missing' })
  })

  it('refuse private addresses, other types, and plans without drains', async () => {
    const { start, drain, records } = await setUp()
    const { drains } = start()
    const { id } = await drains.create(REF, { name: 'Ours', ...drain })
    const other: LogDrainConfig = { type: 'datadog', config: { region: 'EU', api_key: 'k' } }
    await expect(drains.update(REF, id, { name: 'Ours', ...other })).rejects.toMatchObject({
      code: 'log_drain_type_fixed',
    })
    const strict = start({ outgoing: createOutgoing({ allowsPrivate: false }) })
    await expect(strict.drains.create(REF, { name: 'Ours', ...drain })).rejects.toMatchObject({
      code: 'outgoing_refused',
    })
    const limited = start({ hasDrains: async () => false })
    await expect(limited.drains.create(REF, { name: 'Ours', ...drain })).rejects.toMatchObject({
      code: 'log_drains_unavailable',
      status: 402,
    })
    await limited.drains.checkPlan(REF)
    expect(records.drains.get(id)?.pausedReason).toBe('plan')
  })
})
