import { describe, expect, it } from 'vitest'
import { createPlanCache } from './ready-plan.ts'

describe('the plan cache', () => {
  it('keeps entries that are used and drops others', () => {
    const cache = createPlanCache<number>(10)
    cache.set('kept', 1)
    cache.set('dropped', 2)
    for (let number = 0; number < 100; number += 1) {
      cache.set(`other ${number}`, number)
      cache.get('kept')
    }
    expect(cache.get('kept')).toBe(1)
    expect(cache.get('dropped')).toBeUndefined()
    expect(cache.get('other 99')).toBe(99)
  })

  it('never holds more than twice its capacity', () => {
    const cache = createPlanCache<number>(10)
    for (let number = 0; number < 1000; number += 1) cache.set(`${number}`, number)
    const held = Array.from({ length: 1000 }, (_, number) => cache.get(`${number}`)).filter(
      (value) => value !== undefined,
    )
    expect(held.length).toBeLessThanOrEqual(20)
  })

  it('can be cleared', () => {
    const cache = createPlanCache<number>(10)
    cache.set('a', 1)
    cache.clear()
    expect(cache.get('a')).toBeUndefined()
  })
})
