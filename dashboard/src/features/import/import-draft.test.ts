import { expect, it } from 'vitest'
import type { ImportPreview } from '../../data/resources/services/imports/imports.ts'
import {
  columnsProblem,
  existingTableDraft,
  identityName,
  mappedKeys,
  NEW_KEY,
  newTableDraft,
  newTarget,
  rejectedCsv,
  tableNameOf,
} from './import-draft.ts'

const preview = (sources: readonly string[], keys: readonly string[] = []): ImportPreview => ({
  format: { kind: 'csv', has_header: true, delimiter: ',', null_text: '' },
  sheets: null,
  columns: sources.map((source) => ({ source, name: source.toLowerCase(), type: 'text' })),
  keys: [...keys],
  date_order: 'mdy',
  problem: null,
  rows: [],
})
const column = (name: string, more: object = {}) => ({
  position: 1,
  name,
  type: 'text',
  base_type: 'text',
  category: 'S',
  enum_values: null,
  is_nullable: true,
  default_value: null,
  identity: null,
  is_generated: false,
  is_unique: false,
  is_primary_key: false,
  comment: null,
  ...more,
})

it.each([
  ['Orders 2026.csv', 'orders_2026'],
  ['data.csv.gz', 'data'],
  ['...', 'imported'],
  [`${'ä'.repeat(60)}.csv`, 'ä'.repeat(31)],
])('names the table of %s', (file, table) => {
  expect(tableNameOf(file)).toBe(table)
})

it('uses a unique column named id as the key, and otherwise a new one', () => {
  expect(newTableDraft(preview(['ID'], ['ID']), 't', 'public').key).toBe('ID')
  const draft = newTableDraft(preview(['ID', 'row_id']), 't', 'public')
  expect(draft.key).toBe(NEW_KEY)
  expect(newTarget(draft)).toMatchObject({ identity: 'row_id_2' })
  expect(identityName([])).toBe('id')
})

it('maps columns by name without regard to case, and leaves out generated ones', () => {
  const table = { columns: [column('Name'), column('total', { is_generated: true })] }
  expect(
    existingTableDraft(preview(['NAME', 'total', 'more']), table).columns.map(({ name }) => name),
  ).toEqual(['Name', '', ''])
})

it('offers the keys of which all columns are mapped', () => {
  const constraint = {
    id: 1,
    name: 'k',
    definition: '',
    kind: 'unique' as const,
    is_validated: true,
  }
  const columns = [{ source: 'a', name: 'a', isIncluded: true, type: 'text' as const }]
  const constraints = [
    { ...constraint, columns: ['a'] },
    { ...constraint, columns: ['a', 'b'] },
  ]
  expect(mappedKeys({ constraints }, columns)).toEqual([['a']])
})

it('names the problem of the columns', () => {
  const draft = (name: string, isIncluded = true) => ({
    source: name,
    name,
    isIncluded,
    type: 'text' as const,
  })
  expect(columnsProblem([draft('a', false)])).toBe('Include at least one column.')
  expect(columnsProblem([draft(' ')])).toBe('Enter a name for each column.')
  expect(columnsProblem([draft('a'), draft('a')])).toBe('Two columns have the name a.')
  expect(columnsProblem([draft('a'), draft('b')])).toBeUndefined()
})

it('keeps formulas in the report from being run', () => {
  expect(rejectedCsv([{ line: 2, column: null, value: '=a"b', reason: 'Bad.' }])).toBe(
    'line,column,value,reason\r\n2,"","\'=a""b","Bad."',
  )
})
