import { useState } from 'react'
import { foldPartitions, parentsOf } from './fold-partitions.ts'

type ListedTable = {
  readonly id: number
  readonly name: string
  readonly partition_of: number | null
}

/**
 * The rows of a list of tables, and a function that shows or hides the partitions of a table. The
 * partitions beside the current table are shown, and a search finds partitions without their table.
 */
export function useTableRows<Table extends ListedTable>(
  tables: readonly Table[],
  { search, currentId }: { search: string; currentId: number | undefined },
) {
  const [switched, setSwitched] = useState<ReadonlyMap<number, boolean>>(new Map())
  const opened = new Set(parentsOf(tables, currentId))
  const isOpen = (id: number) => switched.get(id) ?? opened.has(id)
  const wanted = search.trim().toLowerCase()
  const found = tables.filter(({ name }) => name.toLowerCase().includes(wanted))
  const rows =
    wanted === ''
      ? foldPartitions(tables, isOpen)
      : found.map((table) => ({ kind: 'table' as const, table, depth: 0 }))
  return {
    rows,
    toggle: (id: number) => setSwitched(new Map(switched).set(id, !isOpen(id))),
  }
}
