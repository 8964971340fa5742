/** The user's arrangement of a table's columns. */
export type GridLayout = {
  readonly hidden: readonly string[]
  /** Widths in px of the columns that were resized. */
  readonly widths: Readonly<Record<string, number>>
  /** Names in the chosen order; columns that are missing here follow in the table's order. */
  readonly order: readonly string[]
}

export const NO_LAYOUT: GridLayout = { hidden: [], widths: {}, order: [] }

const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

const isWidths = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((width) => typeof width === 'number' && width > 0)

/** Whether a stored value is a layout; anything else is ignored. */
export const isGridLayout = (value: unknown): value is GridLayout =>
  typeof value === 'object' &&
  value !== null &&
  'hidden' in value &&
  isNames(value.hidden) &&
  'widths' in value &&
  isWidths(value.widths) &&
  'order' in value &&
  isNames(value.order)

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
