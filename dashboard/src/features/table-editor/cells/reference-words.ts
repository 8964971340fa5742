import type { RowReference } from '@stoa/contract/services/meta/row-references'

/** The number of rows that refer to a row, as far as they were counted. */
export function countWords(count: RowReference['count']): string {
  if (count === null) return ''
  return `${count.value.toLocaleString('en')}${count.is_exact ? '' : '+'}`
}

/** A table with its columns, if several of its foreign keys refer to the row. */
export function referenceTitle(
  { table_id: id, table, columns }: RowReference,
  all: readonly RowReference[],
): string {
  const isOneOfSeveral = all.filter((other) => other.table_id === id).length > 1
  return isOneOfSeveral ? `${table} by ${columns.join(', ')}` : table
}
