import { expect, it } from 'vitest'
import { findTables } from './find-tables.ts'

const tables = ['notes', 'Note', 'footnote', 'ledger'].map((name) => ({ name }))
const names = (search: string) => findTables(tables, search).found.map(({ name }) => name)

it('finds tables by a part of their names, with prefix matches first', () => {
  expect(names(' note')).toEqual(['notes', 'Note', 'footnote'])
  expect(names('')).toEqual(['notes', 'Note', 'footnote', 'ledger'])
  expect(names('%')).toEqual([])
})

it('returns the first fifty matches and the number of the others', () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({ name: `measure_${index}` }))
  const { found, more } = findTables(many, 'measure')
  expect(found).toHaveLength(50)
  expect(more).toBe(4950)
  expect(findTables(many, 'measure_4999')).toEqual({ found: [{ name: 'measure_4999' }], more: 0 })
})
