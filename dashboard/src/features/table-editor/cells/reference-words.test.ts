import { expect, it } from 'vitest'
import { countWords, referenceTitle } from './reference-words.ts'

const reference = (tableId: number, columns: string[]) => ({
  name: 'key',
  table_id: tableId,
  schema: 'public',
  table: `table_${tableId}`,
  columns,
  filters: [],
  count: null,
})

it('shows a count as far as rows were counted', () => {
  expect(countWords({ value: 12, is_exact: true })).toBe('12')
  expect(countWords({ value: 1000, is_exact: false })).toBe('1,000+')
  expect(countWords(null)).toBe('')
})

it('names the columns only if a table refers to the row by several keys', () => {
  const all = [reference(1, ['a']), reference(2, ['buyer']), reference(2, ['seller', 'day'])]
  expect(all.map((each) => referenceTitle(each, all))).toEqual([
    'table_1',
    'table_2 by buyer',
    'table_2 by seller, day',
  ])
})
