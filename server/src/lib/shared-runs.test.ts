import { expect, it } from 'vitest'
import { createSharedRuns } from './shared-runs.ts'

/** Work that ends when the test says so. */
function createWork() {
  const runs: PromiseWithResolvers<number>[] = []
  return {
    runs,
    work: () => {
      const run = Promise.withResolvers<number>()
      runs.push(run)
      return run.promise
    },
  }
}

it('runs once for all calls that came during the run before, and after them', async () => {
  const share = createSharedRuns<number>()
  const { runs, work } = createWork()
  const first = share('a', work)
  const others = [share('a', work), share('a', work)]
  expect(runs).toHaveLength(1)
  runs[0]?.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => runs.length).toBe(2)
  const late = share('a', work)
  runs[1]?.resolve(2)
  expect(await Promise.all(others)).toEqual([2, 2])
  await expect.poll(() => runs.length).toBe(3)
  runs[2]?.resolve(3)
  expect(await late).toBe(3)
})

it('shares nothing between keys, nor with calls after the run has ended', async () => {
  const share = createSharedRuns<number>()
  const { runs, work } = createWork()
  const both = [share('a', work), share('b', work)]
  for (const [at, run] of runs.entries()) run.resolve(at)
  expect(await Promise.all(both)).toEqual([0, 1])
  const again = share('a', work)
  runs[2]?.resolve(2)
  expect(await again).toBe(2)
})

it('continues after a failed run', async () => {
  const share = createSharedRuns<number>()
  const { runs, work } = createWork()
  const first = share('a', work)
  const second = share('a', work)
  runs[0]?.reject(new Error('failed'))
  await expect(first).rejects.toThrow('failed')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve(2)
  expect(await second).toBe(2)
})
