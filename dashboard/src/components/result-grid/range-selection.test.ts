import { describe, expect, it } from 'vitest'
import { createRangeSelection, isInSpan } from './range-selection.ts'

describe('range selection', () => {
  it('has no range while a single cell is selected', () => {
    const selection = createRangeSelection()
    selection.start({ row: 3, column: 2 })
    expect(selection.range()).toBeUndefined()
    expect(selection.span(3)).toBe('')
  })

  it('extends in every direction from the first cell', () => {
    const selection = createRangeSelection()
    selection.start({ row: 3, column: 2 })
    selection.extend({ row: 1, column: 4 })
    expect(selection.range()).toEqual({ firstRow: 1, lastRow: 3, firstColumn: 2, lastColumn: 4 })
    selection.extend({ row: 5, column: 1 })
    expect(selection.range()).toEqual({ firstRow: 3, lastRow: 5, firstColumn: 1, lastColumn: 2 })
  })

  it('reports the selected columns of each row', () => {
    const selection = createRangeSelection()
    selection.start({ row: 3, column: 2 })
    selection.extend({ row: 4, column: 11 })
    expect([2, 3, 4, 5].map(selection.span)).toEqual(['', '2-11', '2-11', ''])
    expect([1, 2, 11, 12].map((column) => isInSpan('2-11', column))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('notifies listeners and is empty after clear', () => {
    const selection = createRangeSelection()
    let calls = 0
    const stop = selection.subscribe(() => (calls += 1))
    selection.start({ row: 0, column: 0 })
    selection.extend({ row: 1, column: 1 })
    selection.clear()
    stop()
    selection.start({ row: 0, column: 0 })
    expect(calls).toBe(3)
    expect(selection.range()).toBeUndefined()
  })
})
