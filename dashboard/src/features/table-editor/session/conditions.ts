import { leavesOf } from '@stoa/contract/services/meta/leaves-of'
import type { Filter, FilterGroup } from '@stoa/contract/services/meta/rows'
import type { Conditions } from '../../../data/resources/services/meta/rows.ts'

export type ConditionItem = Filter | FilterGroup

export const NO_CONDITIONS: Conditions = { filters: [], match: 'all' }

/** Removes an item; a group of which one filter is left becomes this filter. */
export const withoutItem = (
  items: readonly ConditionItem[],
  index: number,
): readonly ConditionItem[] => items.filter((_, other) => other !== index)

/** Replaces the filters of an item, which is a group if it has several. */
export function withItem(
  items: readonly ConditionItem[],
  index: number,
  filters: readonly Filter[],
): readonly ConditionItem[] {
  const [first] = filters
  if (first === undefined) return withoutItem(items, index)
  const next = filters.length === 1 ? first : { filters: [...filters] }
  return items.map((item, other) => (other === index ? next : item))
}

/** The conditions without the filters on one column. */
export const withoutColumn = (conditions: Conditions, column: string): Conditions => ({
  ...conditions,
  filters: conditions.filters.reduceRight<readonly ConditionItem[]>(
    (items, item, index) =>
      withItem(
        items,
        index,
        leavesOf([item]).filter((filter) => filter.column !== column),
      ),
    conditions.filters,
  ),
})

/** The rows of these conditions that match a filter too. */
export function narrowed({ filters, match }: Conditions, filter: Filter): Conditions {
  if (match === 'all') return { match, filters: [...filters, filter] }
  const [only] = filters
  if (only === undefined) return { match: 'all', filters: [filter] }
  // Without groups, all of the conditions fit into one.
  if (filters.every((item) => !('filters' in item)))
    return { match: 'all', filters: [...withItem([only], 0, leavesOf(filters)), filter] }
  // (a or (b and c)) and d is the same as (a and d) or (b and c and d).
  return { match, filters: filters.map((item) => ({ filters: [...leavesOf([item]), filter] })) }
}
