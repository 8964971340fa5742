import { expect, it } from 'vitest'
import { createIdleWatch, loadCollector } from './idle-memory.ts'

it('returns memory once after each time of work, not in its pauses', () => {
  const isDue = createIdleWatch()
  const work = [0.5, 0.01, 0, 0.3, 0, 0, 0]
  expect(work.map(isDue)).not.toContain(true)
  expect(isDue(0.001)).toBe(true)
  expect([0, 0, 0, 0, 0, 0, 0, 0].map(isDue)).not.toContain(true)
  expect([0.9, 0, 0, 0, 0].map(isDue)).toEqual([false, false, false, false, true])
})

it('collects what nothing refers to', async () => {
  const collect = loadCollector()
  const garbage = new WeakRef({ text: 'unused' })
  // A reference that was read in this turn keeps its object until the turn ends.
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  expect(garbage.deref()).toBeUndefined()
})
