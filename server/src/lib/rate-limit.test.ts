import { expect, it } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

const limit = { burst: 2, perMinute: 6 }

function setUp(maxKeys = 10) {
  let now = 0
  const limiter = createRateLimiter({ clock: { now: () => new Date(now) }, maxKeys })
  return { limiter, pass: (seconds: number) => (now += seconds * 1000) }
}

it('allows a burst, then returns the seconds to wait', () => {
  const { limiter } = setUp()
  expect([1, 2, 3].map(() => limiter.take('a', limit))).toEqual([0, 0, 10])
})

it('refills over time up to the burst size', () => {
  const { limiter, pass } = setUp()
  limiter.take('a', limit)
  limiter.take('a', limit)
  pass(10)
  expect(limiter.take('a', limit)).toBe(0)
  expect(limiter.take('a', limit)).toBe(10)
  pass(3600)
  expect([1, 2, 3].map(() => limiter.take('a', limit))).toEqual([0, 0, 10])
})

it('counts keys separately and can undo a request', () => {
  const { limiter } = setUp()
  limiter.take('a', limit)
  limiter.take('a', limit)
  expect(limiter.take('b', limit)).toBe(0)
  limiter.giveBack('a', limit)
  expect(limiter.take('a', limit)).toBe(0)
})

it('evicts the least recently used key when there are too many', () => {
  const { limiter } = setUp(2)
  limiter.take('a', limit)
  limiter.take('a', limit)
  limiter.take('b', limit)
  limiter.take('c', limit)
  expect(limiter.take('a', limit)).toBe(0)
})
