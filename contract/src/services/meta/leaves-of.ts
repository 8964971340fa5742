/** Every filter of a list, those in groups included. */
export const leavesOf = <Leaf extends { readonly column: string }>(
  items: readonly (Leaf | { readonly filters: readonly Leaf[] })[],
): Leaf[] => items.flatMap((item) => ('filters' in item ? item.filters : [item]))
