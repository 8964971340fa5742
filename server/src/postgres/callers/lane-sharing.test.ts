import { afterEach, expect, it } from 'vitest'
import { createCallerLanes, type CallerLanes } from './lanes.ts'
import { createLaneSharing, type Sharing } from './lane-sharing.ts'

let opened: CallerLanes[] = []
afterEach(() => {
  for (const lanes of opened) lanes.close(new Error('The test has ended'))
  opened = []
})

type Connection = { readonly id: number; isFull: boolean }

/** A pool of lanes whose connections are numbered in the order in which they are taken. */
function createSharing(lanesInAll: number, limits?: { maxWaiting?: number }) {
  const lanes = createCallerLanes(lanesInAll, limits)
  opened.push(lanes)
  const connections: Connection[] = []
  const share = createLaneSharing<Connection>({
    lanes,
    occupy: (kind, work) =>
      lanes.run(kind, () => {
        const connection = { id: connections.length, isFull: false }
        connections.push(connection)
        return work(connection)
      }),
    hasRoom: ({ isFull }) => !isFull,
  })
  const finish: (() => void)[] = []
  /** The connections of the runs that have begun. */
  const ran: number[] = []
  const call: Sharing = { name: 'call', kind: 'anonymous', spreads: false }
  const add = (count: number, sharing: Partial<Sharing> = {}) =>
    Array.from({ length: count }, () => {
      const run = share({ ...call, ...sharing }, async ({ id }) => {
        ran.push(id)
        await new Promise<void>((resolve) => finish.push(resolve))
      })
      run.catch(() => {})
      return run
    })
  return { lanes, connections, share, add, ran, finish }
}

it('gathers the runs of a call on one connection, eight at a time', () => {
  const { add, ran } = createSharing(8)
  void add(10)
  expect(ran).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1])
})

it('spreads the runs of a write over the free lanes before they share', () => {
  const { add, ran } = createSharing(3)
  void add(7, { spreads: true })
  expect(ran).toEqual([0, 1, 2, 0, 1, 2, 0])
})

it.each<Partial<Sharing>>([{ name: 'another call' }, { kind: 'service' }])(
  'shares nothing with %o',
  (other) => {
    const { add, ran } = createSharing(8)
    void add(1)
    void add(1, other)
    expect(ran).toEqual([0, 1])
  },
)

it('adds nothing to a connection that is slow', () => {
  const { add, ran, connections } = createSharing(8)
  void add(1)
  for (const connection of connections) connection.isFull = true
  void add(1)
  expect(ran).toEqual([0, 1])
})

it('gives up a lane after eight runs when others wait for one', async () => {
  const { add, ran, finish, lanes } = createSharing(1)
  void add(7)
  void add(1, { name: 'another call' })
  void add(2)
  expect(ran).toHaveLength(8)
  expect(lanes.waiting).toBe(2)
  for (const end of finish.splice(0, 8)) end()
  await expect.poll(() => ran).toEqual([...Array<number>(8).fill(0), 1])
})

it('refuses every run that waits for a refused lane', async () => {
  const { add, lanes } = createSharing(1)
  void add(1, { name: 'another call' })
  const waiting = add(3)
  lanes.close(new Error('closing'))
  for (const run of waiting) await expect(run).rejects.toThrow('closing')
})

it('gives its lane back after a failure', async () => {
  const { share, lanes } = createSharing(1)
  const call: Sharing = { name: 'call', kind: 'service', spreads: true }
  await expect(share(call, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect.poll(() => lanes.isFree('service')).toBe(true)
  expect(await share(call, async () => 'yes')).toBe('yes')
})
