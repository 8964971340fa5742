import type { LogRow } from '@stoa/contract/services/logs/logs'
import {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { keyOf } from '../../../data/resources/services/logs/scope.ts'
import { matchesShortcut, type Shortcut } from '../../../lib/shortcuts.ts'
import { useVisibleRange } from '../../../ui/layout/use-visible-range.ts'
import { layoutOf, type LogColumn } from './columns.ts'
import { LogTableRow } from './log-table-row.tsx'
import type { RowSelection } from './use-row-selection.ts'

type LogTableProps = {
  label: string
  rows: readonly LogRow[]
  columns: readonly LogColumn[]
  selection: RowSelection
  /** The event whose details are open. */
  openKey: string | undefined
  onOpen: (row: LogRow) => void
  onClose: () => void
  onCopy: () => void
  /** Called near the end of the loaded events. */
  onEnd: () => void
  /** Called when the list leaves its top or returns to it. */
  onScrolledChange: (isScrolled: boolean) => void
  /** The page's shortcuts, which a grid would otherwise take as its own keys. */
  shortcuts: readonly { shortcut: Shortcut; run: () => void }[]
  /** Below the last row. */
  footer: ReactNode
}

const ROW_HEIGHT = 28
const HEADER_HEIGHT = 28
/** Rows before the end at which older events are loaded. */
const AHEAD = 40

/**
 * Events in rows of which only the visible ones are rendered. Arrow keys move, Enter opens, Space
 * selects, Shift extends the selection, and Mod+C copies it.
 */
export function LogTable(props: LogTableProps) {
  const { label, rows, columns, selection, openKey, onEnd, onScrolledChange } = props
  const id = useId()
  const list = useVisibleRange<HTMLDivElement>(rows.length, ROW_HEIGHT, HEADER_HEIGHT)
  const { ref, first, last, reveal } = list
  const [cursor, setCursor] = useState<Cursor>()
  const at = placeOf(cursor, rows)
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - AHEAD) onEnd()
  }, [last, rows.length, onEnd])
  const isScrolled = list.view.top > 0
  useEffect(() => onScrolledChange(isScrolled), [isScrolled, onScrolledChange])

  const moveTo = (index: number, isExtending: boolean) => {
    const next = Math.min(rows.length - 1, Math.max(0, index))
    const row = rows[next]
    if (!row) return
    setCursor({ key: keyOf(row), index: next })
    reveal(next)
    if (isExtending) selection.extendTo(row, rows)
    else if (openKey !== undefined) props.onOpen(row)
  }
  const onClick = (row: LogRow, index: number, event: MouseEvent) => {
    setCursor({ key: keyOf(row), index })
    ref.current?.focus({ preventScroll: true })
    if (event.shiftKey) selection.extendTo(row, rows)
    else if (event.ctrlKey || event.metaKey) selection.toggle(row)
    else props.onOpen(row)
  }
  // The rows get functions that stay the same, so that scrolling does not render them again.
  const latest = useRef({ onClick, toggle: selection.toggle })
  useEffect(() => {
    latest.current = { onClick, toggle: selection.toggle }
  })
  const click = useCallback<typeof onClick>((...given) => latest.current.onClick(...given), [])
  const toggle = useCallback((row: LogRow) => latest.current.toggle(row), [])
  const page = Math.max(1, Math.floor(list.view.height / ROW_HEIGHT) - 2)
  const onKeyDown = (event: KeyboardEvent) => {
    const own = props.shortcuts.find(({ shortcut }) => matchesShortcut(event.nativeEvent, shortcut))
    const row = rows[at]
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    }
    const target = moves[event.key]
    if (own) own.run()
    else if (target !== undefined) moveTo(target, event.shiftKey)
    else if (event.key === 'Enter' && row) props.onOpen(row)
    else if (event.key === ' ' && row) selection.toggle(row)
    else if (event.key === 'Escape' && openKey !== undefined) props.onClose()
    else if (event.key === 'Escape' && selection.count > 0) selection.clear()
    else if (matchesShortcut(event.nativeEvent, 'Mod+C') && selection.count > 0) props.onCopy()
    else return
    event.preventDefault()
  }
  const { minWidth, gridTemplateColumns } = layoutOf(columns)
  return (
    <div
      ref={ref}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-multiselectable
      aria-activedescendant={at >= first && at < last ? `${id}-${at}` : undefined}
      tabIndex={0}
      onScroll={list.measure}
      onKeyDown={onKeyDown}
      className="relative min-h-0 flex-1 overflow-auto text-xs outline-none focus-visible:ring-2 focus-visible:ring-focus focus-visible:ring-inset"
    >
      <div role="rowgroup" className="sticky top-0 z-10 bg-sunken" style={{ minWidth }}>
        <div
          role="row"
          aria-rowindex={1}
          className="grid h-7 items-center border-b text-muted"
          style={{ gridTemplateColumns }}
        >
          <span role="columnheader" className="sr-only">
            Selected
          </span>
          <span aria-hidden />
          {columns.map((column) => (
            <span
              key={column.name}
              role="columnheader"
              className={column.isNumber ? 'truncate px-2 text-right' : 'truncate px-2'}
            >
              {column.label}
            </span>
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        className="relative"
        style={{ height: rows.length * ROW_HEIGHT, minWidth }}
      >
        {rows.slice(first, last).map((row, offset) => {
          const index = first + offset
          const key = keyOf(row)
          return (
            <LogTableRow
              key={key}
              id={`${id}-${index}`}
              row={row}
              index={index}
              top={index * ROW_HEIGHT}
              columns={columns}
              template={gridTemplateColumns}
              isOpen={key === openKey}
              isCursor={index === at}
              isSelected={selection.has(row)}
              onClick={click}
              onToggle={toggle}
            />
          )
        })}
      </div>
      {props.footer}
    </div>
  )
}

/** The row where the keyboard is. New rows above it change its place. */
type Cursor = { key: string; index: number }

function placeOf(cursor: Cursor | undefined, rows: readonly LogRow[]): number {
  if (!cursor) return -1
  const row = rows[cursor.index]
  // Among a hundred thousand rows, a search in each frame would make scrolling slow.
  if (row && keyOf(row) === cursor.key) return cursor.index
  return rows.findIndex((each) => keyOf(each) === cursor.key)
}
