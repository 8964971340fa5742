import { expect, it } from 'vitest'
import { createPaces } from './paces.ts'

const after = (...seen: number[]) => {
  const paces = createPaces()
  for (const ms of seen) paces.note('read', ms)
  return paces.of('read') ?? 0
}
const times = (count: number, ms: number) => Array.from({ length: count }, () => ms)

it('knows nothing of what has not run', () => {
  expect(createPaces().of('read')).toBeUndefined()
})

it('takes the first time as it is, and follows the median from there', () => {
  expect(after(8)).toBe(8)
  expect(after(8, ...times(50, 0.2))).toBeCloseTo(0.2)
  expect(after(0.2, ...times(50, 8))).toBeCloseTo(8)
})

it('is not led astray by an answer that was late once', () => {
  expect(after(...times(10, 0.2), 20)).toBeLessThan(0.25)
})

it('counts what is slow at once, and forgets it slowly', () => {
  expect(after(...times(50, 0.2), 25)).toBe(25)
  expect(after(400, ...times(10, 0.2))).toBeGreaterThan(100)
})

it('keeps a bounded number of statements', () => {
  const paces = createPaces()
  for (let at = 0; at < 10_000; at += 1) paces.note(`read ${at}`, at)
  const known = Array.from({ length: 10_000 }, (_, at) => paces.of(`read ${at}`))
  expect(known.filter((ms) => ms !== undefined)).toHaveLength(2000)
  expect(known.at(-1)).toBe(9999)
})
