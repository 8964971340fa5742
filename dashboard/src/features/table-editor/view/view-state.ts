import type { Filter, Sort } from '@stoa/contract/services/meta/rows'

/** Sorts by one column and keeps the other sorts; undefined removes the column's sort. */
export function sortedBy(
  sorts: readonly Sort[],
  column: string,
  ascending: boolean | undefined,
): Sort[] {
  if (ascending === undefined) return sorts.filter((sort) => sort.column !== column)
  if (sorts.some((sort) => sort.column === column)) {
    return sorts.map((sort) => (sort.column === column ? { ...sort, ascending } : sort))
  }
  return [...sorts, { column, ascending }]
}

/** The filter that only rows with this value match. */
export const equalTo = (column: string, value: string | null): Filter =>
  value === null ? { column, operator: 'is', value: 'null' } : { column, operator: 'eq', value }
