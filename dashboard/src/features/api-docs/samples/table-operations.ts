import type { Column, TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Relationship } from '@stoa/contract/services/meta/types'
import { exampleValue, isComparable, isOrdered, isText } from './example-value.ts'
import { restName, type Example } from './literals.ts'
import { embedSamples } from './embed-samples.ts'
import type { Row, SampleFilter } from './operation.ts'
import type { Sample, SampleGroup } from './sample.ts'

/** The requests possible on a table, given its columns, keys and the owner's privileges. */
export function tableOperations(
  table: TableDetail,
  relationships: readonly Relationship[],
): SampleGroup[] {
  const groups = [
    { title: 'Read', samples: readSamples(table) },
    { title: 'Read with related rows', samples: embedSamples(table, relationships) },
    { title: 'Insert', samples: table.can.insert ? insertSamples(table) : [] },
    { title: 'Update', samples: table.can.update ? updateSamples(table) : [] },
    { title: 'Delete', samples: table.can.delete ? deleteSamples(table) : [] },
  ]
  return groups.filter(({ samples }) => samples.length > 0)
}

const MOST_CHOSEN = 3
const PAGE: readonly [number, number] = [0, 9]

function readSamples(table: TableDetail): Sample[] {
  const on = target(table)
  // Columns with a quotation mark come last: it confuses the clients' parsers, which then strip the
  // spaces of everything after it.
  const [marked, plain] = partition(table.columns.slice(0, MOST_CHOSEN), ({ name }) =>
    name.includes('"'),
  )
  const chosen = [...plain, ...marked].map(({ name }) => restName(name))
  const filters = exampleFilters(table)
  const order = orderColumn(table)
  const samples: Sample[] = [
    {
      id: 'read',
      title: 'Read rows',
      text: 'All columns of the rows that the caller can read.',
      operation: { kind: 'select', ...on, select: ['*'] },
    },
    {
      id: 'columns',
      title: 'Select columns',
      text: 'Returns only the selected columns.',
      operation: { kind: 'select', ...on, select: chosen },
    },
    {
      id: 'filter',
      title: 'Filter rows',
      text: 'Returns the rows that match all conditions.',
      operation: { kind: 'select', ...on, select: ['*'], filters },
    },
    {
      id: 'page',
      title: 'Sort, count and page',
      text: 'The first ten rows and the total count.',
      operation: {
        kind: 'select',
        ...on,
        select: ['*'],
        ...(order && { order: { column: order.name, isDescending: true } }),
        range: PAGE,
        isCounted: true,
      },
    },
  ]
  return samples.filter(({ id }) => (id === 'filter' ? filters.length > 0 : chosen.length > 0))
}

function partition<Item>(items: readonly Item[], fits: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))]
}

function insertSamples(table: TableDetail): Sample[] {
  const on = target(table)
  const samples: Sample[] = [
    {
      id: 'insert',
      title: 'Insert a row',
      text: 'Returns the stored row, including defaults.',
      operation: { kind: 'insert', ...on, rows: exampleRow(table, 1) },
    },
    {
      id: 'insert-many',
      title: 'Insert several rows',
      text: 'Inserts all rows or none.',
      operation: { kind: 'insert', ...on, rows: [exampleRow(table, 2), exampleRow(table, 3)] },
    },
  ]
  const keys = keyColumns(table)
  if (keys.length === 0 || keys.some((column) => !isWritable(column)) || !table.can.update)
    return samples
  const rows = { ...valuesOf(table, keys, 1), ...exampleRow(table, 1) }
  const text = 'Inserts the row, or updates the one that has the same primary key.'
  return [
    ...samples,
    {
      id: 'upsert',
      title: 'Insert or update',
      text,
      operation: { kind: 'upsert', ...on, rows },
    },
  ]
}

function updateSamples(table: TableDetail): Sample[] {
  const keys = keyColumns(table)
  const changed = table.columns.filter((column) => isWritable(column) && !column.is_primary_key)
  const first = changed.find((column) => !isReference(table, column)) ?? changed[0]
  const filters = rowFilters(table, keys)
  if (!first || filters.length === 0) return []
  const text =
    'Updates the rows that match the conditions. Without conditions, it updates every row.'
  const values = valuesOf(table, [first], 2)
  return [
    {
      id: 'update',
      title: 'Update rows',
      text,
      operation: { kind: 'update', ...target(table), values, filters },
    },
  ]
}

function deleteSamples(table: TableDetail): Sample[] {
  const filters = rowFilters(table, keyColumns(table))
  if (filters.length === 0) return []
  return [
    {
      id: 'delete',
      title: 'Delete rows',
      text: 'Deletes the rows that match the conditions.',
      operation: { kind: 'delete', ...target(table), filters },
    },
  ]
}

const target = ({ schema, name }: TableDetail) => ({ schema, table: name })

const keyColumns = (table: TableDetail): Column[] =>
  table.primary_key.flatMap((name) => table.columns.find((column) => column.name === name) ?? [])

/**
 * Filters that match one row by its primary key, or by one comparable column if there is no key.
 */
function rowFilters(table: TableDetail, keys: readonly Column[]): SampleFilter[] {
  const columns = keys.length > 0 ? keys : table.columns.filter(isComparable).slice(0, 1)
  return columns.map((column) => ({
    column: column.name,
    operator: 'eq',
    value: exampleValue(column),
  }))
}

/** One filter of each kind that the columns support. */
function exampleFilters({ columns }: TableDetail): SampleFilter[] {
  const left = new Set(columns.filter(({ is_primary_key: isKey }) => !isKey))
  const filters: SampleFilter[] = []
  const take = (
    fits: (column: Column) => boolean,
    make: (column: Column) => Omit<SampleFilter, 'column'>,
  ) => {
    const found = [...left].find(fits)
    if (!found) return
    left.delete(found)
    filters.push({ column: found.name, ...make(found) })
  }
  take(isText, () => ({ operator: 'ilike', value: '%example%' }))
  take(isOrdered, (column) => ({ operator: 'gte', value: exampleValue(column) }))
  take(
    ({ enum_values: choices, base_type: base }) =>
      choices !== null && choices.length > 1 && !base.startsWith('_'),
    ({ enum_values: choices }) => ({ operator: 'in', value: (choices ?? []).slice(0, 2) }),
  )
  if (filters.length === 0) {
    for (const column of columns) left.add(column)
    take(isComparable, (column) => ({ operator: 'eq', value: exampleValue(column) }))
  }
  return filters
}

const orderColumn = ({ columns }: TableDetail): Column | undefined =>
  columns.find(({ category }) => category === 'D') ??
  columns.find((column) => isComparable(column) && column.is_primary_key) ??
  columns.find(isComparable)

const MOST_INSERTED = 4

/** A row with all required columns and a few others; `nth` makes rows differ. */
function exampleRow(table: TableDetail, nth: number): Row {
  const writable = table.columns.filter(isWritable)
  const required = writable.filter(isRequired)
  const optional = writable.filter(
    (column) =>
      !isRequired(column) &&
      column.default_value === null &&
      !column.is_primary_key &&
      // The column list that supabase-js sends with several rows cannot contain a quotation mark.
      !column.name.includes('"') &&
      !isReference(table, column),
  )
  const more = optional.slice(0, Math.max(0, MOST_INSERTED - required.length))
  const chosen = new Set([...required, ...more])
  return valuesOf(
    table,
    writable.filter((column) => chosen.has(column)),
    nth,
  )
}

const valuesOf = (table: TableDetail, columns: readonly Column[], nth: number): Row =>
  Object.fromEntries(
    columns.map((column): [string, Example] => [
      column.name,
      // Several rows can reference the same row, so references reuse the first value.
      exampleValue(column, isReference(table, column) && !column.is_unique ? 1 : nth),
    ]),
  )

/** Whether an insert can set the column. */
const isWritable = ({ identity, is_generated: isGenerated }: Column): boolean =>
  !isGenerated && identity !== 'always'

/** Whether an insert without a value for the column fails. */
export const isRequired = (column: Column): boolean =>
  isWritable(column) &&
  !column.is_nullable &&
  column.default_value === null &&
  column.identity === null

const isReference = ({ foreign_keys: keys }: TableDetail, { name }: Column): boolean =>
  keys.some(({ columns }) => columns.includes(name))
