import { describe, expect, it } from 'vitest'
import { MOST_ROWS, positions, rowWindow } from './row-window.ts'

describe('windows of a long table', () => {
  it('are not needed up to the maximum height a browser can lay out', () => {
    expect(rowWindow(MOST_ROWS, 0)).toEqual({ first: 0, length: MOST_ROWS, index: 0, count: 1 })
    expect(MOST_ROWS * 32).toBeLessThanOrEqual(33_554_428)
  })

  it('have a million rows each, and the last has the rest', () => {
    expect(rowWindow(2_500_000, 0)).toMatchObject({ first: 0, length: 1_000_000, count: 3 })
    expect(rowWindow(2_500_000, 2)).toMatchObject({ first: 2_000_000, length: 500_000, index: 2 })
  })

  it('stay within the table after it has shrunk', () => {
    expect(rowWindow(2_500_000, 9).index).toBe(2)
    expect(rowWindow(0, 3)).toMatchObject({ length: 0, index: 0 })
  })

  it('give the grid the positions of their rows', () => {
    expect(positions({ first: 5, length: 3, index: 0, count: 1 })).toEqual([5, 6, 7])
  })
})
