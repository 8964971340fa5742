type NamedRecord = { readonly name: string; readonly id: number }

/** The order of every list of named things: by name, as people sort in any script, then by age. */
export function sortByName<T extends NamedRecord>(items: readonly T[]): T[] {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return [...items].sort(
    (left, right) => collator.compare(left.name, right.name) || left.id - right.id,
  )
}
