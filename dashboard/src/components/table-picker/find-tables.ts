const MOST_SHOWN = 50

type TableMatches<Item> = { found: Item[]; /** Matches that are left out. */ more: number }

/** Finds tables whose names contain a text, with prefix matches first. */
export function findTables<Item extends { name: string }>(
  tables: readonly Item[],
  search: string,
): TableMatches<Item> {
  const wanted = search.trim().toLowerCase()
  const matches = tables.filter(({ name }) => name.toLowerCase().includes(wanted))
  const starts = ({ name }: Item) => name.toLowerCase().startsWith(wanted)
  const ordered =
    wanted === '' ? matches : [...matches.filter(starts), ...matches.filter((one) => !starts(one))]
  return {
    found: ordered.slice(0, MOST_SHOWN),
    more: Math.max(0, ordered.length - MOST_SHOWN),
  }
}
