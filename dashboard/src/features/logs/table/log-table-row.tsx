import type { LogRow } from '@stoa/contract/services/logs/logs'
import { memo, type MouseEvent } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { StatusDot } from '../../../ui/display/status-dot.tsx'
import { LEVEL_TONES, statusClass } from '../words.ts'
import type { LogColumn } from './columns.ts'

type LogTableRowProps = {
  id: string
  row: LogRow
  index: number
  top: number
  columns: readonly LogColumn[]
  template: string
  isOpen: boolean
  /** Whether the keyboard is at this row. */
  isCursor: boolean
  isSelected: boolean
  onClick: (row: LogRow, index: number, event: MouseEvent) => void
  onToggle: (row: LogRow) => void
}

/** While the table scrolls, only rows that become visible are rendered. */
export const LogTableRow = memo(function LogTableRow({
  row,
  columns,
  isOpen,
  isCursor,
  isSelected,
  ...props
}: LogTableRowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid has the focus and handles its keys
    <div
      id={props.id}
      role="row"
      aria-rowindex={props.index + 2}
      aria-selected={isSelected}
      data-severity={row.severity}
      onClick={(event) => props.onClick(row, props.index, event)}
      style={{ top: props.top, gridTemplateColumns: props.template }}
      className={classNames(
        'absolute inset-x-0 grid h-7 cursor-default items-center border-b select-none',
        rowColor({ isOpen, isSelected, severity: row.severity }),
        isCursor && 'shadow-[inset_2px_0_0_var(--focus)]',
      )}
    >
      <span role="gridcell" className="grid size-full place-items-center">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label="Select event"
          checked={isSelected}
          onClick={(event) => event.stopPropagation()}
          onChange={() => props.onToggle(row)}
          className="size-3.5 accent-accent"
        />
      </span>
      {columns.map((column) => (
        <span
          key={column.name}
          role="gridcell"
          className={classNames(
            'truncate px-2',
            column.isNumber && 'text-right',
            column.name === 'severity' || column.name === 'source' ? '' : 'font-mono tabular-nums',
            column.name === 'timestamp' && 'text-muted',
            column.name === 'status' && statusClass(row.status),
          )}
        >
          {column.name === 'severity' && (
            <StatusDot tone={LEVEL_TONES[row.severity]} className="mr-1.5 size-1.5" />
          )}
          {column.text(row)}
        </span>
      ))}
    </div>
  )
})

type RowLook = { isOpen: boolean; isSelected: boolean; severity: LogRow['severity'] }

function rowColor({ isOpen, isSelected, severity }: RowLook): string {
  if (isOpen) return 'bg-selected'
  if (isSelected) return 'bg-accent-soft'
  if (severity === 'error') return 'bg-danger-soft hover:bg-hover'
  return severity === 'warning' ? 'bg-warning-soft hover:bg-hover' : 'hover:bg-hover'
}
