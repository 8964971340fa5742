import { describe, expect, it } from 'vitest'
import { createRowKeys } from './row-keys.ts'

const rows = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)

describe('row keys', () => {
  it('are unique among the rows rendered together, at every scroll position', () => {
    const keys = createRowKeys()
    keys.resize(700)
    for (const first of [0, 1, 17, 999_960]) {
      const drawn = rows(first, 31).map(keys.of)
      expect(new Set(drawn).size).toBe(31)
    }
  })

  it('are reused by rows that scroll into view', () => {
    const keys = createRowKeys()
    keys.resize(700)
    const before = new Set(rows(100, 31).map(keys.of))
    expect(
      rows(40_000, 31)
        .map(keys.of)
        .filter((key) => !before.has(key)),
    ).toEqual([])
  })

  it('stay the same for the active row, even when it is far from the rendered range', () => {
    const keys = createRowKeys()
    keys.resize(700)
    const before = keys.of(5)
    keys.setActive(5)
    expect(keys.of(5)).toBe(before)
    const drawn = [5, ...rows(900, 31)].map(keys.of)
    expect(new Set(drawn).size).toBe(32)
  })
})
