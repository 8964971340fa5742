import { afterEach, describe, expect, it } from 'vitest'
import { createCallerLanes, laneOf, type CallerLanes, type LaneKind } from './lanes.ts'

let opened: CallerLanes[] = []
// Waiting work would be refused seconds later, during the tests of another file.
afterEach(() => {
  for (const lanes of opened) lanes.close(new Error('The test has ended'))
  opened = []
})

/** Fills lanes with work of the given kinds that runs until it is finished by hand. */
function fill(shared: number, limits?: { maxWaiting?: number; maxWaitMs?: number }) {
  const lanes = createCallerLanes(shared, limits)
  opened.push(lanes)
  const begun: LaneKind[] = []
  const finish: (() => void)[] = []
  const add = (kind: LaneKind, count = 1) =>
    Array.from({ length: count }, () => {
      const work = lanes.run(kind, async () => {
        begun.push(kind)
        await new Promise<void>((resolve) => finish.push(resolve))
      })
      work.catch(() => {})
      return work
    })
  const began = (kind: LaneKind) => begun.filter((each) => each === kind).length
  return { lanes, add, began, begun, finish }
}

describe('the lanes of a pool', () => {
  it.each<{ shared: number; floods: LaneKind[]; begun: Partial<Record<LaneKind, number>> }>([
    { shared: 8, floods: ['anonymous'], begun: { anonymous: 8 } },
    { shared: 8, floods: ['service', 'anonymous'], begun: { service: 8, anonymous: 1 } },
    {
      shared: 8,
      floods: ['anonymous', 'signed-in', 'first', 'service'],
      begun: { anonymous: 8, 'signed-in': 1, first: 1, service: 1 },
    },
    { shared: 1, floods: ['anonymous', 'service'], begun: { anonymous: 1, service: 1 } },
  ])(
    'of which $shared are shared leave one to others than $floods',
    ({ shared, floods, begun }) => {
      const { add, began } = fill(shared)
      for (const kind of floods) void add(kind, 50)
      for (const kind of new Set(floods))
        expect([kind, began(kind)]).toEqual([kind, begun[kind] ?? 0])
    },
  )

  it('are given to waiting work when they are free', async () => {
    const { lanes, add, begun, finish } = fill(2)
    const all = [...add('anonymous', 3), ...add('service', 2)]
    while (finish.length > 0) {
      finish.shift()?.()
      await new Promise(setImmediate)
    }
    await Promise.all(all)
    expect(begun.toSorted()).toEqual(['anonymous', 'anonymous', 'anonymous', 'service', 'service'])
    expect(lanes.waiting).toBe(0)
  })

  it('are given back by work that fails', async () => {
    const { lanes } = fill(1)
    await expect(lanes.run('first', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await lanes.run('service', async () => 'yes')).toBe('yes')
  })

  it('refuse work when too much of its kind waits', async () => {
    const { lanes, add } = fill(4, { maxWaiting: 2 })
    void add('anonymous', 6)
    await expect(lanes.run('anonymous', async () => {})).rejects.toMatchObject({
      code: 'database_busy',
      status: 503,
      retryAfter: expect.any(Number),
      hint: expect.stringMatching(/\.$/),
    })
    await lanes.run('service', async () => {})
  })

  it('refuse work that waits too long', async () => {
    const { lanes, add } = fill(1, { maxWaitMs: 1 })
    void add('anonymous')
    await expect(lanes.run('anonymous', async () => {})).rejects.toMatchObject({
      code: 'database_busy',
    })
    expect(lanes.waiting).toBe(0)
  })
})

it('treats every role but the anonymous one and the service role as signed in', () => {
  expect(['anon', 'service_role', 'authenticated', 'editor'].map(laneOf)).toEqual([
    'anonymous',
    'service',
    'signed-in',
    'signed-in',
  ])
})
