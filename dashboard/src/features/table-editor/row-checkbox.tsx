import { useSyncExternalStore } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useShownRow } from './grid-row.tsx'
import { rowIdOf, rowKeyOf } from './table-access.ts'
import type { TableSession } from './use-table-session.ts'

/** The maximum number of selected rows: they are deleted in one all-or-nothing request. */
export const MOST_CHOSEN = 1000

type RowCheckboxProps = { session: TableSession; rowIndex: number; tabIndex: number }

/** A native checkbox, because hundreds are rendered while scrolling and each must be cheap. */
export function RowCheckbox({ session, rowIndex, tabIndex }: RowCheckboxProps) {
  const { cached, isChosen } = useShownRow()
  return (
    <span className="grid h-full place-items-center">
      <input
        type="checkbox"
        className="row-checkbox"
        aria-label={`Choose row ${rowIndex + 1}`}
        tabIndex={tabIndex}
        disabled={cached === undefined}
        checked={isChosen}
        onChange={(event) => {
          const isExtending = event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey
          chooseRow(session, rowIndex, { isExtending })
        }}
      />
    </span>
  )
}

/** Selects or deselects a row; with Shift, selects all rows from the last selected one. */
export function chooseRow(
  session: TableSession,
  rowIndex: number,
  { isExtending }: { isExtending: boolean },
): void {
  const { chosen, cache, table } = session
  const from = isExtending ? (chosen.last() ?? rowIndex) : rowIndex
  chosen.setLast(rowIndex)
  if (from === rowIndex) {
    const row = cache.row(rowIndex)?.row
    const id = row && rowIdOf(table, row)
    const key = row && rowKeyOf(table, row)
    const isFull = chosen.all().size >= MOST_CHOSEN
    if (id === undefined || key === undefined || (isFull && !chosen.has(id))) return
    chosen.toggle(id, key)
    return
  }
  const [first, last] = from < rowIndex ? [from, rowIndex] : [rowIndex, from]
  const room = MOST_CHOSEN - chosen.all().size
  const rows = Array.from({ length: Math.min(last - first + 1, room) }, (_, offset) => {
    const row = cache.row(first + offset)?.row
    const id = row && rowIdOf(table, row)
    const key = row && rowKeyOf(table, row)
    return id === undefined || key === undefined ? undefined : ([id, key] as const)
  })
  chosen.add(rows.filter((row) => row !== undefined))
}

/** The header of the checkboxes: shows whether rows are selected, and clears the selection. */
export function ChosenHeader({ session, tabIndex }: { session: TableSession; tabIndex: number }) {
  const count = useSyncExternalStore(session.chosen.subscribe, () => session.chosen.all().size)
  return (
    <span className="grid h-full place-items-center">
      <span className="sr-only">Rows</span>
      {count > 0 && (
        <Checkbox
          aria-label={`Let go of ${count} chosen rows`}
          tabIndex={tabIndex}
          checked="indeterminate"
          onClick={(event) => {
            event.preventDefault()
            session.chosen.clear()
          }}
        />
      )}
    </span>
  )
}
