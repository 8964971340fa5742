import type { Filter, Sort } from '@stoa/contract/services/meta/rows'

/** What the address says about the rows in sight. */
export type ViewState = { readonly filters: readonly Filter[]; readonly sorts: readonly Sort[] }

/** Sorts by one column, keeping the order of the others behind it; undefined takes it out. */
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

/** The condition that only rows with this value meet. */
export const equalTo = (column: string, value: string | null): Filter =>
  value === null ? { column, operator: 'is', value: 'null' } : { column, operator: 'eq', value }
