import { expect, it } from 'vitest'
import { sortedBy } from './view-state.ts'

it('sorts NULLs last in both directions', () => {
  expect(sortedBy([], 'age', true)).toEqual([{ column: 'age', ascending: true }])
  const descending = [{ column: 'age', ascending: false, nulls_first: false }]
  expect(sortedBy([], 'age', false)).toEqual(descending)
  expect(sortedBy([{ column: 'age', ascending: true }], 'age', false)).toEqual(descending)
})

it('keeps the place of NULLs that was chosen, and the other sorts', () => {
  const first = { column: 'age', ascending: true, nulls_first: true }
  const other = { column: 'id', ascending: true }
  expect(sortedBy([first, other], 'age', false)).toEqual([{ ...first, ascending: false }, other])
  expect(sortedBy([first, other], 'age', undefined)).toEqual([other])
})
