import type { Filter, Sort } from '@stoa/contract/services/meta/rows'

/** Whether a sort has NULLs first, which is the default of Postgres for a descending one. */
export const areNullsFirst = ({ ascending, nulls_first: nullsFirst }: Sort): boolean =>
  nullsFirst ?? !ascending

/**
 * Sorts by one column and keeps the other sorts; undefined removes the column's sort. NULLs come
 * last in both directions unless the user has chosen otherwise: they are seldom of interest.
 */
export function sortedBy(
  sorts: readonly Sort[],
  column: string,
  ascending: boolean | undefined,
): Sort[] {
  if (ascending === undefined) return sorts.filter((sort) => sort.column !== column)
  if (sorts.some((sort) => sort.column === column)) {
    return sorts.map((sort) =>
      sort.column === column ? { ...sort, ascending, nulls_first: areNullsFirst(sort) } : sort,
    )
  }
  return [...sorts, ascending ? { column, ascending } : { column, ascending, nulls_first: false }]
}

/** The filter that only rows with this value match. */
export const equalTo = (column: string, value: string | null): Filter =>
  value === null ? { column, operator: 'is', value: 'null' } : { column, operator: 'eq', value }
