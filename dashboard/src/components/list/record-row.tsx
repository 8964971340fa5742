import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { TableCell, TableRow } from '../../ui/display/table.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { columnName, type RecordColumn, type RecordSelection } from './record-columns.ts'

type RecordRowProps<Item extends { id: string | number }> = {
  item: Item
  name: string
  columns: readonly RecordColumn<Item>[]
  selection: RecordSelection<Item['id']> | undefined
  isHighlighted: boolean
  className: string | undefined
  /** Set for tables whose rows unfold. */
  detail: { isOpen: boolean; onToggle: () => void } | undefined
  /** Buttons and menu. Without them, the row has no cell for them. */
  actions: ReactNode
}

/** The row of one record. */
export function RecordRow<Item extends { id: string | number }>({
  item,
  name,
  columns,
  selection,
  isHighlighted,
  className,
  detail,
  actions,
}: RecordRowProps<Item>) {
  return (
    // A name can cover the row, which then opens it wherever it is clicked.
    <TableRow className={classNames('relative', isHighlighted && 'bg-selected', className)}>
      {selection && (
        <TableCell className="pr-0">
          <Checkbox
            className="relative z-1 align-middle"
            aria-label={`Select ${name}`}
            checked={selection.ids.has(item.id)}
            onClick={({ shiftKey }) => selection.toggle(item.id, { isExtending: shiftKey })}
          />
        </TableCell>
      )}
      {detail && (
        <TableCell className="px-1">
          <DetailButton {...detail} />
        </TableCell>
      )}
      {columns.map((column) => (
        <Cell key={columnName(column)} column={column} item={item} />
      ))}
      {actions !== undefined && (
        <TableCell align="right" className="pr-1.5">
          <div className="relative z-1 flex flex-wrap items-center justify-end gap-1">
            {actions}
          </div>
        </TableCell>
      )}
    </TableRow>
  )
}

function Cell<Item>({ column, item }: { column: RecordColumn<Item>; item: Item }) {
  const { cell, align, className, textClassName, title, isRowHeader = false } = column
  const own = typeof textClassName === 'function' ? textClassName(item) : textClassName
  return (
    <TableCell
      isHeader={isRowHeader}
      align={align}
      className={classNames(className, own)}
      title={title?.(item)}
    >
      {cell(item)}
    </TableCell>
  )
}

const DetailButton = ({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) => {
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <IconButton
      label={isOpen ? 'Hide details' : 'Show details'}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <Chevron className="size-3.5" />
    </IconButton>
  )
}
