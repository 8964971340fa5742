import type { TableLayout } from '@stoa/contract/platform/table-views'

/** The user's arrangement of a table's columns, as it is saved with a view. */
export type GridLayout = TableLayout

export const NO_LAYOUT: GridLayout = { hidden: [], widths: {}, order: [], frozen: [] }

const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

const isWidths = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((width) => typeof width === 'number' && width > 0)

/** Whether a stored value is a layout; anything else is ignored. Older ones have no frozen columns. */
export const isGridLayout = (
  value: unknown,
): value is Omit<GridLayout, 'frozen'> & Partial<GridLayout> =>
  typeof value === 'object' &&
  value !== null &&
  'hidden' in value &&
  isNames(value.hidden) &&
  'widths' in value &&
  isWidths(value.widths) &&
  'order' in value &&
  isNames(value.order) &&
  (!('frozen' in value) || isNames(value.frozen))

/** Whether two layouts show the same columns in the same way. */
export const isSameLayout = (one: GridLayout, other: GridLayout): boolean =>
  textOf(one) === textOf(other)

const textOf = ({ hidden, order, frozen, widths }: GridLayout): string =>
  JSON.stringify([
    hidden.toSorted(),
    order,
    frozen.toSorted(),
    Object.entries(widths).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ])

/** The names in the chosen order, then the remaining ones in table order. */
export function inChosenOrder(names: readonly string[], order: readonly string[]): string[] {
  const chosen = order.filter((name) => names.includes(name))
  return [...chosen, ...names.filter((name) => !chosen.includes(name))]
}

/** The order after `name` has moved to the position of `target`. */
export function withMoved(names: readonly string[], name: string, target: string): string[] {
  const from = names.indexOf(name)
  const to = names.indexOf(target)
  if (from === -1 || to === -1) return [...names]
  return names.filter((other) => other !== name).toSpliced(to, 0, name)
}
