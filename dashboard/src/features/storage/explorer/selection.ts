/** The selected names of a list, and the anchor from which Shift extends. */
export type Selection = {
  readonly names: ReadonlySet<string>
  readonly anchor: string | undefined
}

export const NOTHING: Selection = { names: new Set(), anchor: undefined }

/** Selects a name, or deselects it. */
export function toggled({ names }: Selection, name: string): Selection {
  const next = new Set(names)
  if (!next.delete(name)) next.add(name)
  return { names: next, anchor: name }
}

/** Adds everything from the anchor to a name. `order` is the whole list. */
export function extended(selection: Selection, name: string, order: readonly string[]): Selection {
  const { names, anchor = name } = selection
  const [from, to] = [order.indexOf(anchor), order.indexOf(name)].toSorted((a, b) => a - b)
  if (from === undefined || to === undefined || from < 0) return toggled(selection, name)
  return { names: new Set([...names, ...order.slice(from, to + 1)]), anchor }
}

/** The selection without names that are no longer in the list. */
export function within(selection: Selection, order: readonly string[]): Selection {
  const there = new Set(order)
  const names = [...selection.names].filter((name) => there.has(name))
  return names.length === selection.names.size ? selection : { ...selection, names: new Set(names) }
}
