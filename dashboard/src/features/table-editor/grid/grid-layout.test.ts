import { describe, expect, it } from 'vitest'
import { inChosenOrder, isGridLayout, NO_LAYOUT, withMoved } from './grid-layout.ts'

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
    [{ hidden: ['a'] }, false],
    [{ hidden: [1], widths: {}, order: [] }, false],
    [{ hidden: [], widths: { a: 'wide' }, order: [] }, false],
    [null, false],
  ])('%o is accepted: %s', (value, accepted) => {
    expect(isGridLayout(value)).toBe(accepted)
  })
})
