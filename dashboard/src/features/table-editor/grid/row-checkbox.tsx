import { useSyncExternalStore } from 'react'
import { errorMessage } from '../../../data/client/api-error.ts'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useShownRow } from '../cells/shown-row.ts'
import type { IdentifiedRow } from '../session/page-cache.ts'
import type { SessionView } from '../session/session-view.ts'

/** The maximum number of selected rows: they are deleted in one all-or-nothing request. */
export const MOST_CHOSEN = 1000

type RowCheckboxProps = { session: SessionView; rowIndex: number; tabIndex: number }

/** A native checkbox, because hundreds are rendered while scrolling and each must be cheap. */
export function RowCheckbox({ session, rowIndex, tabIndex }: RowCheckboxProps) {
  const { cached, isChosen } = useShownRow()
  return (
    <span className="grid h-full place-items-center">
      <input
        type="checkbox"
        className="list-checkbox"
        aria-label={`Select row ${rowIndex + 1}`}
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
  session: SessionView,
  rowIndex: number,
  { isExtending }: { isExtending: boolean },
): void {
  const { chosen, cache } = session
  const from = isExtending ? (chosen.last() ?? rowIndex) : rowIndex
  chosen.setLast(rowIndex)
  if (from === rowIndex) {
    const row = cache.row(rowIndex)
    const isFull = chosen.all().size >= MOST_CHOSEN
    if (row?.key === undefined || (isFull && !chosen.has(row.id))) return
    chosen.toggle(row.id, row.key)
    return
  }
  const [first, last] = from < rowIndex ? [from, rowIndex] : [rowIndex, from]
  const room = MOST_CHOSEN - chosen.all().size
  const rows = Array.from({ length: Math.min(last - first + 1, room) }, (_, offset) =>
    cache.row(first + offset),
  )
  chosen.add(selectable(rows))
}

/** The header of the checkboxes: selects all rows, as many as possible, or clears the selection. */
export function ChosenHeader({ session, tabIndex }: { session: SessionView; tabIndex: number }) {
  const { chosen, cache } = session
  const count = useSyncExternalStore(chosen.subscribe, () => chosen.all().size)
  const total = useSyncExternalStore(cache.subscribe, cache.total)?.value ?? 0
  const isAll = count > 0 && count >= Math.min(total, MOST_CHOSEN)
  const some = count > 0 ? 'indeterminate' : false
  return (
    <span className="grid h-full place-items-center">
      <Checkbox
        aria-label={count > 0 ? 'Clear selection' : 'Select all rows'}
        title={
          total > MOST_CHOSEN && count === 0
            ? `Select the first ${MOST_CHOSEN.toLocaleString('en')} rows`
            : undefined
        }
        tabIndex={tabIndex}
        disabled={total === 0}
        checked={isAll ? true : some}
        onClick={(event) => {
          event.preventDefault()
          if (count > 0) chosen.clear()
          else void chooseAll(session)
        }}
      />
    </span>
  )
}

async function chooseAll({ chosen, readFirst }: SessionView): Promise<void> {
  try {
    chosen.add(selectable(await readFirst(MOST_CHOSEN)))
  } catch (error) {
    toast.error('Could not select the rows', { description: errorMessage(error) })
  }
}

/** The rows that are loaded and have a key. */
const selectable = (rows: readonly (IdentifiedRow | undefined)[]) =>
  rows.flatMap((row) => (row?.key === undefined ? [] : [[row.id, row.key] as const]))
