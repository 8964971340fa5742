type Listed = { readonly id: number; readonly partition_of: number | null }

/** A row of a list of tables: a table, or the line that shows and hides the partitions of one. */
export type TableRow<Table> =
  | { readonly kind: 'table'; readonly table: Table; readonly depth: number }
  | {
      readonly kind: 'partitions'
      readonly parent: Table
      readonly count: number
      readonly depth: number
      readonly isOpen: boolean
    }

/** The rows of a list in which partitions follow their table and are shown only if it is open. */
export function foldPartitions<Table extends Listed>(
  tables: readonly Table[],
  isOpen: (parent: number) => boolean,
): TableRow<Table>[] {
  const ids = new Set(tables.map(({ id }) => id))
  const partitions = Map.groupBy(tables, ({ partition_of: parent }) =>
    parent !== null && ids.has(parent) ? parent : undefined,
  )
  const rowsOf = (table: Table, depth: number): TableRow<Table>[] => {
    const row = { kind: 'table' as const, table, depth }
    const below = partitions.get(table.id)
    if (!below) return [row]
    const opened = isOpen(table.id)
    return [
      row,
      { kind: 'partitions', parent: table, count: below.length, depth: depth + 1, isOpen: opened },
      ...(opened ? below.flatMap((partition) => rowsOf(partition, depth + 1)) : []),
    ]
  }
  return (partitions.get(undefined) ?? []).flatMap((table) => rowsOf(table, 0))
}

/** The partitioned tables above a table, so that a list can show it. */
export function parentsOf(tables: readonly Listed[], id: number | undefined): number[] {
  const parent = tables.find((table) => table.id === id)?.partition_of
  return parent == null ? [] : [parent, ...parentsOf(tables, parent)]
}
