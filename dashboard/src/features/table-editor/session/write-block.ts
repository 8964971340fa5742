import type { Cell } from '@stoa/contract/services/meta/cell'
import type { IdentifiedRow } from './page-cache.ts'
import type { ReviewRequest } from './held-changes.ts'
import type { AppliedResult, SessionView } from './session-view.ts'

export type BlockWrite = {
  /** Completes “Undo …”. */
  readonly label: string
  readonly updates: readonly { row: IdentifiedRow; cells: ReadonlyMap<string, Cell> }[]
  readonly inserts: readonly Readonly<Record<string, Cell>>[]
}

export type BlockResult =
  /** Nothing differs from the values that are there. */
  { state: 'unchanged' } | { state: 'held' } | AppliedResult

/** Writes many cells and rows together, all or none; in review mode, collects them. */
export async function writeBlock(session: SessionView, write: BlockWrite): Promise<BlockResult> {
  const changed = write.updates.flatMap(({ row, cells }) => {
    const different = [...cells].filter(([column, value]) => session.valueOf(row, column) !== value)
    return row.key === undefined || different.length === 0
      ? []
      : [{ row, key: row.key, cells: different }]
  })
  if (changed.length === 0 && write.inserts.length === 0) return { state: 'unchanged' }
  if (session.review.isOn()) {
    session.edits.editAll(
      changed.map(({ row, key, cells }) => ({
        row: { id: row.id, key, version: row.row.version },
        changes: cells.map(([column, to]) => ({ column, from: session.valueOf(row, column), to })),
        refusals: [],
      })),
    )
    if (write.inserts.length > 0) session.review.add(write.inserts)
    return { state: 'held' }
  }
  const updates = changed.map(({ row, key, cells }): ReviewRequest => ({
    kind: 'update',
    key: { ...key },
    version: row.row.version,
    values: Object.fromEntries(cells),
    from: Object.fromEntries(cells.map(([column]) => [column, session.valueOf(row, column)])),
  }))
  const inserts = write.inserts.map((values): ReviewRequest => ({
    kind: 'insert',
    values: { ...values },
  }))
  return session.applyChanges(write.label, [...updates, ...inserts])
}

/** Rows with every cell in full: those at hand, or read again. */
export async function rowsInFull(
  session: SessionView,
  { first, last, columns }: { first: number; last: number; columns: readonly string[] },
): Promise<IdentifiedRow[]> {
  const places = columns.map((name) =>
    session.table.columns.findIndex((each) => each.name === name),
  )
  const cached: IdentifiedRow[] = []
  for (let index = first; index <= last; index += 1) {
    const row = session.cache.row(index)
    if (row === undefined || places.some((place) => row.cut.has(place))) {
      return session.readRange(first, last)
    }
    // Rows that are not inserted yet follow the stored ones.
    if (row.id < 0) break
    cached.push(row)
  }
  return cached
}
