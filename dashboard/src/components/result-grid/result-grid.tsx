import 'react-data-grid/lib/styles.css'
import './grid.css'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { ClipboardEvent } from 'react'
import { DataGrid } from 'react-data-grid'
import type { Column, DataGridHandle, RenderRowProps } from 'react-data-grid'
import type { Cell } from '@stoa/contract/services/meta/cell'
import { classNames } from '../../lib/class-names.ts'
import { isBooleanType, isNumericType, shortType } from './cell-type.ts'
import { CellText } from './cell-text.tsx'
import { columnWidth } from './column-width.ts'
import { GridNotice } from './grid-notice.tsx'
import { putCells } from './cell-clipboard.ts'
import { RangeMark, RangeRow } from './range-row.tsx'
import { createRangeSelection } from './range-selection.ts'
import type { CellRange } from './range-selection.ts'
import { useRangeEvents } from './use-range-events.ts'

type ResultGridProps = {
  columns: readonly { name: string; type: string }[]
  rows: readonly (readonly Cell[])[]
  /** Accessible name of the grid. */
  label: string
  /** Called when the user opens a value in full with Enter or a double click. */
  onOpenCell?: (cell: { column: string; type: string; value: Cell }) => void
}

type Cells = readonly Cell[]

/**
 * Shows the rows of a query, read-only, and renders only the visible ones. Arrow keys move, Shift
 * extends a range, and Mod+C copies it as tab-separated text.
 */
export function ResultGrid({ columns, rows, label, onOpenCell }: ResultGridProps) {
  const grid = useRef<DataGridHandle>(null)
  const [selection] = useState(createRangeSelection)
  const gridColumns = useMemo(
    () =>
      columns.map((column, index) =>
        toColumn({ ...column, isOnly: columns.length === 1 }, index, rows),
      ),
    [columns, rows],
  )
  const range = useRangeEvents({
    selection,
    grid,
    rowCount: rows.length,
    columnCount: columns.length,
    firstColumn: 0,
  })
  const renderRow = useCallback(
    (key: React.Key, props: RenderRowProps<Cells>) => (
      <RangeRow key={key} {...props} selection={selection} />
    ),
    [selection],
  )
  const open = (row: Cells, index: number) => {
    const column = columns[index]
    if (column === undefined) return
    onOpenCell?.({ column: column.name, type: column.type, value: row[index] ?? null })
  }
  const copy = (event: ClipboardEvent, cells: Cells, index: number) => {
    const chosen = selection.range()
    const block = chosen === undefined ? [[cells[index] ?? null]] : cut(rows, chosen)
    putCells(event.clipboardData, block)
    event.preventDefault()
  }
  return (
    <div
      className="grid-window size-full min-h-0"
      onPointerOver={range.onPointerOver}
      onPointerUp={range.onPointerUp}
    >
      <DataGrid
        ref={grid}
        className="data-grid"
        aria-label={label}
        columns={gridColumns}
        rows={rows}
        rowHeight={28}
        headerRowHeight={32}
        renderers={{ renderRow, noRowsFallback: <NoRows /> }}
        onCellMouseDown={range.onCellMouseDown}
        onActivePositionChange={({ rowIdx, column }) => {
          if (column !== undefined && rowIdx >= 0)
            selection.start({ row: rowIdx, column: column.idx })
        }}
        onCellDoubleClick={({ row, column }) => open(row, column.idx)}
        onCellKeyDown={(args, event) => {
          if (range.onKeyDown(args, event)) return
          if (event.key !== 'Enter' || args.row === undefined || args.column === undefined) return
          event.preventGridDefault()
          open(args.row, args.column.idx)
        }}
        onCellCopy={({ row, column }, event) => copy(event, row, column.idx)}
      />
    </div>
  )
}

const NoRows = () => (
  <GridNotice>
    <p className="text-muted">No rows</p>
  </GridNotice>
)

const cut = (rows: readonly Cells[], range: CellRange) =>
  rows
    .slice(range.firstRow, range.lastRow + 1)
    .map((row) => row.slice(range.firstColumn, range.lastColumn + 1))

function toColumn(
  { name, type, isOnly }: { name: string; type: string; isOnly: boolean },
  index: number,
  rows: readonly Cells[],
): Column<Cells> {
  return {
    // Two columns of a result can have the same name.
    key: String(index),
    name,
    width: columnWidth({
      name,
      type,
      isOnly,
      samples: rows.slice(0, 50).map((row) => row[index] ?? null),
    }),
    minWidth: 60,
    resizable: true,
    ...(isNumericType(type) && { cellClass: 'cell-number' }),
    renderHeaderCell: () => (
      <span
        className={classNames(
          'flex h-full items-center gap-2 px-2.5 text-xs',
          isNumericType(type) && 'justify-end',
        )}
      >
        <span className="min-w-0 truncate font-medium">{name}</span>
        <span className="shrink-0 font-mono text-2xs text-muted" title={type}>
          {shortType(type)}
        </span>
      </span>
    ),
    renderCell: ({ row, column }) => (
      <>
        <CellText value={row[index] ?? null} isBoolean={isBooleanType(type)} />
        <RangeMark column={column.idx} />
      </>
    ),
  }
}
