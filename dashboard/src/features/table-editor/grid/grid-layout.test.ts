import { describe, expect, it } from 'vitest'
import { inChosenOrder, isGridLayout, isSameLayout, NO_LAYOUT, withMoved } from './grid-layout.ts'

describe('the order of columns', () => {
  it('puts the chosen ones first, skips deleted ones and appends new ones', () => {
    expect(inChosenOrder(['id', 'name', 'age'], ['age', 'gone', 'id'])).toEqual([
      'age',
      'id',
      'name',
    ])
  })

  it.each([
    ['a', 'c', ['b', 'c', 'a']],
    ['c', 'a', ['c', 'a', 'b']],
    ['b', 'b', ['a', 'b', 'c']],
    ['x', 'a', ['a', 'b', 'c']],
  ])('moves %s to the place of %s', (name, target, expected) => {
    expect(withMoved(['a', 'b', 'c'], name, target)).toEqual(expected)
  })
})

describe('a stored layout', () => {
  it.each([
    [NO_LAYOUT, true],
    [{ hidden: ['a'], widths: { b: 120 }, order: ['b', 'a'] }, true],
    [{ hidden: [], widths: {}, order: [], frozen: 'a' }, false],
    [{ hidden: ['a'] }, false],
    [{ hidden: [1], widths: {}, order: [] }, false],
    [{ hidden: [], widths: { a: 'wide' }, order: [] }, false],
    [null, false],
  ])('%o is accepted: %s', (value, accepted) => {
    expect(isGridLayout(value)).toBe(accepted)
  })

  it('is the same whatever the order in which columns were hidden or resized', () => {
    const layout = { hidden: ['a', 'b'], widths: { a: 1, b: 2 }, order: [], frozen: ['c'] }
    expect(isSameLayout(layout, { ...layout, hidden: ['b', 'a'], widths: { b: 2, a: 1 } })).toBe(
      true,
    )
    expect(isSameLayout(layout, { ...layout, frozen: [] })).toBe(false)
    expect(isSameLayout(layout, { ...layout, order: ['b', 'a'] })).toBe(false)
  })
})
