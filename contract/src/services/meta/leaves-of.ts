import type { Filter, FilterGroup } from './rows.ts'

/** Every filter of a list, those in groups included. */
export const leavesOf = (items: readonly (Filter | FilterGroup)[]): Filter[] =>
  items.flatMap((item) => ('filters' in item ? item.filters : [item]))
