import 'react-data-grid/lib/styles.css'
import '../../../components/result-grid/grid.css'
import type { Sort } from '@stoa/contract/services/meta/rows'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ClipboardEvent, Key, ReactNode, UIEvent } from 'react'
import { DataGrid } from 'react-data-grid'
import type {
  CellKeyDownArgs,
  CellKeyboardEvent,
  Column,
  ColumnWidths,
  DataGridHandle,
  RenderRowProps,
} from 'react-data-grid'
import { useRangeEvents } from '../../../components/result-grid/use-range-events.ts'
import type { CellPlace } from '../cells/edit-cell.tsx'
import { CHOSEN_COLUMN, dataColumnsEnd, dataColumnsStart } from './grid-columns.tsx'
import { GridRow } from './grid-row.tsx'
import { chooseRow } from './row-checkbox.tsx'
import { createRowKeys } from './row-keys.ts'
import { positions } from './row-window.ts'
import type { RowWindow } from './row-window.ts'
import type { SessionView } from '../session/session-view.ts'

export type GridController = {
  moveTo: (place: CellPlace) => void
  edit: (place: CellPlace) => void
  /** The active cell, or the cell whose menu is open. */
  active: () => CellPlace
}

type RowGridProps = {
  session: SessionView
  columns: readonly Column<number>[]
  sorts: readonly Sort[]
  /** The widths of the columns that were resized. */
  widths: ColumnWidths
  onWidths: (widths: ColumnWidths) => void
  /** Called when a column is dragged to the position of another one. */
  onMove: (column: string, target: string) => void
  window: RowWindow
  empty: ReactNode
  onReady: (controller: GridController | null) => void
  /** Called with a printable key pressed on a cell, which opens the editor. */
  onSeed: (text: string) => void
  onCopy: (event: ClipboardEvent, place: CellPlace) => void
  onPaste: (event: ClipboardEvent, place: CellPlace) => void
  /** Called on Delete in a selected range. */
  onErase: () => void
  /** Called on Mod+D in a selected range. */
  onFillDown: () => void
  /** Called on Mod+Enter: follows the foreign key of a cell. */
  onFollow: (rowIndex: number, column: string) => void
  onDelete: () => void
}

const ROW_HEIGHT = 32
const HEADER_HEIGHT = 34

/** The rows of a table. Only visible rows are rendered, and only rows near them are loaded. */
export function RowGrid({ session, columns, sorts, window, empty, ...props }: RowGridProps) {
  const grid = useRef<DataGridHandle>(null)
  const active = useRef<CellPlace>({ rowIdx: 0, idx: 0 })
  const [keys] = useState(createRowKeys)
  const { first, length } = window
  // The grid marks the sorted column for screen readers.
  const sortColumns = useMemo(
    () =>
      sorts.map(({ column, ascending }) => ({
        columnKey: column,
        direction: ascending ? ('ASC' as const) : ('DESC' as const),
      })),
    [sorts],
  )
  const rows = useMemo(() => positions({ first, length, index: 0, count: 1 }), [first, length])
  const range = useRangeEvents({
    selection: session.range,
    grid,
    rowCount: length,
    columnCount: dataColumnsEnd(columns),
    firstColumn: dataColumnsStart(columns),
  })
  const renderRow = useCallback(
    (_key: Key, row: RenderRowProps<number>) => (
      <GridRow key={keys.of(row.rowIdx)} {...row} session={session} />
    ),
    [session, keys],
  )
  const { onReady } = props
  useEffect(() => {
    onReady({
      moveTo: (place) => grid.current?.setActivePosition(place, { shouldFocus: true }),
      edit: (place) => grid.current?.setActivePosition(place, { enableEditor: true }),
      active: () => active.current,
    })
    return () => onReady(null)
  }, [onReady])
  const show = useCallback(
    (element: HTMLElement) => {
      keys.resize(element.clientHeight - HEADER_HEIGHT)
      const top = first + Math.floor(element.scrollTop / ROW_HEIGHT)
      session.cache.show(top, top + Math.ceil(element.clientHeight / ROW_HEIGHT))
    },
    [session.cache, keys, first],
  )
  useEffect(() => {
    if (grid.current?.element) show(grid.current.element)
  }, [show])

  const handleKeyDown = (args: CellKeyDownArgs<number>, event: CellKeyboardEvent) => {
    if (range.onKeyDown(args, event) || args.mode === 'EDIT') return
    const { row, column, rowIdx } = args
    if (row === undefined || column === undefined) return
    const take = () => {
      event.preventGridDefault()
      event.preventDefault()
    }
    if (event.key === ' ' && (event.shiftKey || column.key === CHOSEN_COLUMN)) {
      take()
      if (dataColumnsStart(columns) > 0) chooseRow(session, row, { isExtending: false })
      return
    }
    const isMod = event.ctrlKey || event.metaKey
    if (isMod && event.key.toLowerCase() === 'v') {
      // The grid would open an editor; the paste event that follows writes the cells.
      event.preventGridDefault()
      return
    }
    const isErasing = event.key === 'Delete' || event.key === 'Backspace'
    const hasRange = session.range.range() !== undefined
    if (hasRange && isErasing && !isMod) {
      take()
      props.onErase()
      return
    }
    if (hasRange && isMod && event.key.toLowerCase() === 'd') {
      take()
      props.onFillDown()
      return
    }
    if (isMod && event.key === 'Enter') {
      take()
      props.onFollow(row, column.key)
      return
    }
    if (isMod && event.key === 'Backspace') {
      take()
      props.onDelete()
      return
    }
    const isTyped = event.key.length === 1 && !isMod && !event.altKey
    if (column.renderEditCell == null || (!isTyped && !isErasing && event.key !== 'Enter')) return
    take()
    if (isTyped) props.onSeed(event.key)
    if (isErasing) props.onSeed('')
    args.setActivePosition({ idx: column.idx, rowIdx }, { enableEditor: true })
  }
  return (
    <div
      className="grid-window size-full min-h-0"
      onPointerOver={range.onPointerOver}
      onPointerUp={range.onPointerUp}
      onPaste={(event) => {
        // In React's tree, the editor over a cell is inside the grid.
        const isInGrid = event.target instanceof Node && event.currentTarget.contains(event.target)
        if (isInGrid && !isTextField(event.target)) props.onPaste(event, active.current)
      }}
    >
      <DataGrid
        ref={grid}
        className="data-grid"
        aria-label={`Rows of ${session.table.name}`}
        columns={columns}
        rows={rows}
        sortColumns={sortColumns}
        columnWidths={props.widths}
        onColumnWidthsChange={props.onWidths}
        onColumnsReorder={props.onMove}
        rowHeight={ROW_HEIGHT}
        headerRowHeight={HEADER_HEIGHT}
        renderers={{ renderRow, noRowsFallback: empty }}
        onScroll={(event: UIEvent<HTMLDivElement>) => show(event.currentTarget)}
        onCellMouseDown={range.onCellMouseDown}
        onActivePositionChange={({ rowIdx, column }) => {
          if (column === undefined) return
          active.current = { rowIdx, idx: column.idx }
          keys.setActive(rowIdx)
          if (rowIdx >= 0) session.range.start({ row: rowIdx, column: column.idx })
        }}
        onCellKeyDown={handleKeyDown}
        onCellContextMenu={({ rowIdx, column, setActivePosition }) => {
          // Opening the menu inside a selected range keeps it, so that the menu acts on the whole
          // range.
          const chosen = session.range.range()
          const isInside =
            chosen !== undefined &&
            rowIdx >= chosen.firstRow &&
            rowIdx <= chosen.lastRow &&
            column.idx >= chosen.firstColumn &&
            column.idx <= chosen.lastColumn
          active.current = { rowIdx, idx: column.idx }
          if (!isInside) setActivePosition()
        }}
        onCellCopy={({ row, column }, event) =>
          props.onCopy(event, { rowIdx: row - first, idx: column.idx })
        }
      />
    </div>
  )
}

const isTextField = (target: EventTarget) =>
  target instanceof HTMLElement && target.matches('textarea, input:not([type=checkbox])')

/** The row count as far as it is known. */
export const useTotal = (session: SessionView) =>
  useSyncExternalStore(session.cache.subscribe, session.cache.total)
