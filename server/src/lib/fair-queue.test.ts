import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Work that the test ends, recorded in the order in which it started. */
function createBoard(options: { places: number; maxWaiting: number }) {
  const queue = createFairQueue({ ...options, refuse: () => new Error('full') })
  const started: string[] = []
  const open: ((end: 'done' | Error) => void)[] = []
  const begin = (key: string, name: string) =>
    queue.run(key, () => {
      started.push(name)
      const ended = Promise.withResolvers<string>()
      open.push((end) => (end === 'done' ? ended.resolve(name) : ended.reject(end)))
      return ended.promise
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    started,
    begin,
    async end(how: 'done' | Error = 'done') {
      open.shift()?.(how)
      await settled()
    },
    settled,
  }
}

it('lets keys take turns, and runs the work of one key one after the other', async () => {
  const { begin, end, settled, started } = createBoard({ places: 2, maxWaiting: 10 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void begin('a', name)
  await settled()
  expect(started).toEqual(['a1'])
  for (const name of ['b1', 'b2', 'c1']) void begin(name.slice(0, 1), name)
  await settled()
  expect(started).toEqual(['a1', 'b1'])
  await end()
  expect(started).toEqual(['a1', 'b1', 'a2'])
  await end()
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2'])
  await end()
  expect(started.at(-1)).toBe('c1')
  for (let n = 0; n < 4; n += 1) await end()
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'a3', 'a4'])
})

it('refuses work for a key with too many waiting tasks, and continues after a failure', async () => {
  const { begin, end, settled, started } = createBoard({ places: 1, maxWaiting: 1 })
  const first = begin('a', 'a1')
  const second = begin('a', 'a2')
  expect(() => begin('a', 'a3')).toThrow('full')
  const other = begin('b', 'b1')
  await settled()
  const outcome = first.catch((error: unknown) => error)
  await end(new Error('broken'))
  expect(await outcome).toEqual(new Error('broken'))
  await end()
  await end()
  expect(await Promise.all([second, other])).toEqual(['a2', 'b1'])
  expect(started).toEqual(['a1', 'a2', 'b1'])
})
