import { useSyncExternalStore } from 'react'
import { errorMessage } from '../../../data/client/api-error.ts'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useShownRow } from '../cells/shown-row.ts'
import { rowIdOf, rowKeyOf } from '../session/table-access.ts'
import type { TableSession } from '../session/use-table-session.ts'

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

/** The header of the checkboxes: selects all rows, as many as possible, or clears the selection. */
export function ChosenHeader({ session, tabIndex }: { session: TableSession; tabIndex: number }) {
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

async function chooseAll({ chosen, table, readFirst }: TableSession): Promise<void> {
  try {
    const rows = await readFirst(MOST_CHOSEN)
    chosen.add(
      rows.flatMap((row) => {
        const id = rowIdOf(table, row)
        const key = rowKeyOf(table, row)
        return id === undefined || key === undefined ? [] : [[id, key] as const]
      }),
    )
  } catch (error) {
    toast.error('Could not select the rows', { description: errorMessage(error) })
  }
}
