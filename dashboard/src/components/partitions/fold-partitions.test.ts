import { expect, it } from 'vitest'
import { foldPartitions, parentsOf, type TableRow } from './fold-partitions.ts'

const TABLES = [
  { id: 1, name: 'orders', partition_of: null },
  { id: 2, name: 'payment', partition_of: null },
  { id: 3, name: 'payment_2025', partition_of: 2 },
  { id: 4, name: 'payment_2025_q1', partition_of: 3 },
  { id: 5, name: 'stray', partition_of: 99 },
]

const textOf = (row: TableRow<(typeof TABLES)[number]>) =>
  '  '.repeat(row.depth) + (row.kind === 'table' ? row.table.name : `(${row.count})`)

it('folds partitions under their table', () => {
  expect(foldPartitions(TABLES, () => false).map(textOf)).toEqual([
    'orders',
    'payment',
    '  (1)',
    'stray',
  ])
})

it('shows the partitions of an open table, at every level', () => {
  expect(foldPartitions(TABLES, () => true).map(textOf)).toEqual([
    'orders',
    'payment',
    '  (1)',
    '  payment_2025',
    '    (1)',
    '    payment_2025_q1',
    'stray',
  ])
})

it('finds every table above a partition', () => {
  expect(parentsOf(TABLES, 4)).toEqual([3, 2])
  expect(parentsOf(TABLES, 1)).toEqual([])
  expect(parentsOf(TABLES, undefined)).toEqual([])
})
