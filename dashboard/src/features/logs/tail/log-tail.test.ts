import type { LogRow } from '@stoa/contract/services/logs/logs'
import { expect, it } from 'vitest'
import { createLogTail, type NewerEvents } from './log-tail.ts'

const SECOND = 1_000_000
const event = (id: string, seconds: number): LogRow => ({
  id,
  timestamp: seconds * SECOND,
  source: 'edge_logs',
  severity: 'info',
  message: `Event ${id}`,
  status: 200,
  method: 'GET',
  host: null,
  path: '/rest/v1/todos',
  user: null,
  duration_ms: 1,
  request_id: null,
})

/** A server whose responses the test gives one after the other. */
function createTail(loaded: readonly LogRow[]) {
  const asked: number[] = []
  const reads: ((page: NewerEvents | Error) => void)[] = []
  const tail = createLogTail({
    loaded,
    since: () => 10 * SECOND,
    wait: async () => undefined,
    read: ({ timestamp }) => {
      asked.push(timestamp / SECOND)
      return new Promise((resolve, reject) => {
        reads.push((page) => (page instanceof Error ? reject(page) : resolve(page)))
      })
    },
  })
  const respond = async (page: NewerEvents | Error) => {
    const count = reads.length
    reads.at(-1)?.(page)
    for (let turn = 0; turn < 10 && reads.length === count; turn += 1) await Promise.resolve()
  }
  const stop = tail.start()
  const ids = () => tail.snapshot().shown.map(({ id }) => id)
  return { tail, stop, asked, respond, ids }
}

const page = (...events: LogRow[]): NewerEvents => ({ events, has_more: false })

it('adds new events above the loaded ones, in the order of their times', async () => {
  const { respond, ids } = createTail([event('a', 20)])
  await respond(page(event('c', 22), event('b', 21)))
  await respond(page(event('d', 23)))
  expect(ids()).toEqual(['d', 'c', 'b'])
})

it('finds an event that arrives late, and shows none twice', async () => {
  const { respond, ids, asked } = createTail([event('a', 20)])
  await respond(page(event('c', 24), event('a', 20)))
  await respond(page(event('c', 24), event('b', 22)))
  expect(asked).toEqual([17, 21, 21])
  expect(ids()).toEqual(['c', 'b'])
})

it('keeps new events back while somebody reads', async () => {
  const { tail, respond, ids } = createTail([])
  await respond(page(event('a', 11)))
  tail.setReading(true)
  await respond(page(event('b', 12)))
  await respond(page(event('c', 13)))
  expect(ids()).toEqual(['a'])
  expect(tail.snapshot().waiting.map(({ id }) => id)).toEqual(['c', 'b'])
  tail.setReading(false)
  expect(ids()).toEqual(['c', 'b', 'a'])
})

it('stops when more events arrive than it can show', async () => {
  const { tail, respond, asked } = createTail([])
  await respond({ events: [event('a', 11)], has_more: true })
  expect(tail.snapshot().isBehind).toBe(true)
  expect(asked).toHaveLength(1)
})

it('continues after a failure, and says so until a read succeeds', async () => {
  const { tail, respond, ids } = createTail([])
  await respond(new Error('offline'))
  expect(tail.snapshot().error).toEqual(new Error('offline'))
  await respond(page(event('a', 11)))
  expect(tail.snapshot().error).toBeUndefined()
  expect(ids()).toEqual(['a'])
})

it('shows nothing that arrives after it was stopped', async () => {
  const { stop, respond, ids } = createTail([])
  stop()
  await respond(page(event('a', 11)))
  expect(ids()).toEqual([])
})
