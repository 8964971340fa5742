import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Row } from '@stoa/contract/services/meta/rows'
import type { RangeSelection } from '../../../components/result-grid/range-selection.ts'
import { savedChanges, type ChangeHistory } from './change-history.ts'
import type { ChosenRows } from './chosen-rows.ts'
import type { EditedCell, EditQueue, RowEdits } from './edit-queue.ts'
import type { ReviewRequest } from './held-changes.ts'
import type { IdentifiedRow } from './page-cache.ts'
import type { RefreshHolds } from './refresh-holds.ts'
import type { createReview } from './review.ts'
import type { RowIdentities } from './row-identities.ts'
import { positionOf, rowKeyOf } from './row-key.ts'
import type { RowsOfTable, SessionView } from './session-view.ts'

/** The parts that the views of one table share, and the view that is shown. */
export type SessionState = {
  readonly rows: RowsOfTable
  readonly identities: RowIdentities
  readonly chosen: ChosenRows
  readonly range: RangeSelection
  readonly holds: RefreshHolds
  readonly history: ChangeHistory
  readonly review: ReturnType<typeof createReview>
  readonly edits: EditQueue
  /** The table as it was defined when it was last shown. */
  definition: TableDetail
  last: { readonly key: string; readonly view: SessionView } | undefined
  shown: { readonly view: SessionView; readonly onOutdated: () => void } | undefined
}

/** The number of rows whose numbers are kept, which is more than the cache has. */
const MAX_IDENTITIES = 20_000

export function identify({ definition, identities }: SessionState, row: Row): IdentifiedRow {
  const key = rowKeyOf(definition, row)
  return { id: identities.of(key), key, row }
}

/** Loads the shown rows again. */
export const refresh = ({ shown }: SessionState): void => shown?.view.cache.refresh()

export function forgetUnused({ identities, edits, chosen, shown }: SessionState): void {
  if (identities.size() <= MAX_IDENTITIES) return
  const edited = [...edits.pending(), ...edits.refused()].map(({ id }) => id)
  identities.keep(new Set([...(shown?.view.cache.ids() ?? []), ...edited, ...chosen.all().keys()]))
}

/** Shows a row as it was stored. */
export function showStored(state: SessionState, id: number, row: Row): void {
  const { definition, identities, chosen, shown } = state
  if (row.cells.length !== definition.columns.length) {
    // The values cannot be told apart until the definition has been loaded again.
    shown?.onOutdated()
    refresh(state)
    return
  }
  const key = rowKeyOf(definition, row)
  if (key !== undefined) {
    identities.move(id, key)
    chosen.move(id, key)
  }
  shown?.view.cache.replaceRow({ id, key, row })
}

type Batch = {
  readonly label: string
  readonly requests: readonly ReviewRequest[]
  readonly result: Parameters<typeof savedChanges>[2]
}

/** Adds a batch that was saved to the history; undefined if it cannot be undone. */
export function recordBatch({ definition, history }: SessionState, batch: Batch) {
  const { label, requests, result } = batch
  for (const { key, version } of result.rows) if (key) history.written(key, version)
  const changes = savedChanges(definition, requests, result)
  return changes && history.record({ label, changes })
}

type SavedEdits = {
  readonly edits: RowEdits
  readonly sent: ReadonlyMap<string, EditedCell>
  readonly row: Row
}

/** Adds edits of one row that were saved to the history. */
export function recordEdits({ definition, history }: SessionState, saved: SavedEdits): void {
  const { edits, sent, row } = saved
  const after = rowKeyOf(definition, row)
  if (after === undefined) return
  history.written(after, row.version)
  const names = [...sent.keys()]
  const stored = (name: string) => row.cells[positionOf(definition, name)] ?? null
  history.record({
    label: `edit of ${names.join(', ')}`,
    changes: [
      {
        kind: 'update',
        before: edits.key,
        after,
        from: Object.fromEntries([...sent].map(([name, { from }]) => [name, from])),
        to: Object.fromEntries(names.map((name) => [name, stored(name)])),
      },
    ],
  })
}

export const countOf = (count: number, one: string): string =>
  count === 1 ? one : `${count.toLocaleString('en')} ${one}s`
