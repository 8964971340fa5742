import { useEffect, useMemo, useRef } from 'react'
import type { PointerEvent, RefObject } from 'react'
import type { CellKeyboardEvent, CellMouseEvent, DataGridHandle } from 'react-data-grid'
import type { CellPosition, RangeSelection } from './range-selection.ts'

type Options = {
  selection: RangeSelection
  grid: RefObject<DataGridHandle | null>
  rowCount: number
  columnCount: number
  /** The number of leading columns without data (check boxes), which cannot be part of a range. */
  firstColumn: number
}

type KeyArgs = { mode: 'ACTIVE' | 'EDIT'; rowIdx: number; column: { idx: number } | undefined }

const STEPS: Record<string, readonly [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Handlers that select a range by dragging, Shift+click, Shift+arrows and Mod+A. */
export function useRangeEvents(options: Options) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const isDragging = useRef(false)
  return useMemo(() => {
    return {
      onCellMouseDown(
        args: { rowIdx: number; column: { idx: number } },
        event: CellMouseEvent,
      ): void {
        const { selection, firstColumn } = latest.current
        if (event.button !== 0 || args.column.idx < firstColumn) return
        const position = { row: args.rowIdx, column: args.column.idx }
        isDragging.current = true
        if (!event.shiftKey || selection.focus() === undefined) {
          selection.start(position)
          return
        }
        event.preventGridDefault()
        event.preventDefault()
        selection.extend(position)
      },
      onPointerOver(event: PointerEvent<HTMLElement>): void {
        if (!isDragging.current || event.buttons !== 1) {
          isDragging.current = false
          return
        }
        const position = positionOf(event.target)
        if (position === undefined || position.column < latest.current.firstColumn) return
        latest.current.selection.extend(position)
      },
      onPointerUp(): void {
        isDragging.current = false
      },
      /** True when the key was handled. */
      onKeyDown(args: KeyArgs, event: CellKeyboardEvent): boolean {
        if (args.mode === 'EDIT') return false
        const { selection, rowCount, columnCount, firstColumn, grid } = latest.current
        const step = STEPS[event.key]
        const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)
        if (isAll) {
          selection.start({ row: 0, column: firstColumn })
          selection.extend({ row: rowCount - 1, column: columnCount - 1 })
          take(event)
          return true
        }
        if (step !== undefined && event.shiftKey) {
          const from = selection.focus() ?? {
            row: args.rowIdx,
            column: args.column?.idx ?? firstColumn,
          }
          if (selection.focus() === undefined) selection.start(from)
          const isFar = event.ctrlKey || event.metaKey
          const [down, right] = isFar ? [step[0] * rowCount, step[1] * columnCount] : step
          const next = {
            row: clamp(from.row + down, 0, rowCount - 1),
            column: clamp(from.column + right, firstColumn, columnCount - 1),
          }
          selection.extend(next)
          grid.current?.scrollToCell({ rowIdx: next.row, idx: next.column })
          take(event)
          return true
        }
        if (event.key === 'Escape' && selection.range() !== undefined) {
          selection.start({ row: args.rowIdx, column: args.column?.idx ?? firstColumn })
          take(event)
          return true
        }
        return false
      },
    }
  }, [])
}

function take(event: CellKeyboardEvent): void {
  event.preventGridDefault()
  event.preventDefault()
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))

function positionOf(target: EventTarget): CellPosition | undefined {
  if (!(target instanceof Element)) return undefined
  const cell = target.closest('[role=gridcell]')
  const row = cell?.closest('[role=row]')
  if (cell == null || row == null) return undefined
  // Both indexes start at 1, and the header is the first row.
  return {
    row: Number(row.getAttribute('aria-rowindex')) - 2,
    column: Number(cell.getAttribute('aria-colindex')) - 1,
  }
}
