import { describe, expect, it } from 'vitest'
import { createRowKeys } from './row-keys.ts'

const rows = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)

describe('keys of rows', () => {
  it('are different among all rows drawn together, wherever the table is scrolled to', () => {
    const keys = createRowKeys()
    keys.resize(700)
    for (const first of [0, 1, 17, 999_960]) {
      const drawn = rows(first, 31).map(keys.of)
      expect(new Set(drawn).size).toBe(31)
    }
  })

  it('are handed on from rows that scroll out to rows that scroll in', () => {
    const keys = createRowKeys()
    keys.resize(700)
    const before = new Set(rows(100, 31).map(keys.of))
    expect(
      rows(40_000, 31)
        .map(keys.of)
        .filter((key) => !before.has(key)),
    ).toEqual([])
  })

  it('leave the row that has the keyboard its own, also when it is drawn from afar', () => {
    const keys = createRowKeys()
    keys.resize(700)
    const before = keys.of(5)
    keys.setActive(5)
    expect(keys.of(5)).toBe(before)
    const drawn = [5, ...rows(900, 31)].map(keys.of)
    expect(new Set(drawn).size).toBe(32)
  })
})
