import { useState, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { useMedia } from '../../lib/use-media.ts'
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
import { ActionsMenu } from '../../ui/menus/actions-menu.tsx'
import { RecordDetails } from './record-details.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../ui/menus/dropdown-menu.tsx'

export type RecordColumn<Item> = {
  header: string
  cell: (item: Item) => ReactNode
  align?: 'left' | 'right'
  /** The width, and the window widths at which the column is shown. */
  className?: string
  /** Classes of the cells. */
  textClassName?: string
  /** The whole text of a cell that can be cut off. */
  title?: (item: Item) => string
}

/** An item in the menu of a row. */
export type RecordAction = {
  label: string
  onSelect: () => void
  /** A separator precedes the first dangerous action. */
  variant?: 'danger'
  disabled?: boolean
}

type RecordTableProps<Item> = {
  label: string
  items: readonly Item[]
  /** The name of an item in text. */
  nameOf: (item: Item) => string
  columns: readonly RecordColumn<Item>[]
  /** The menu of a row. Without it, the table has no column for menus. */
  actions?: ((item: Item) => readonly RecordAction[]) | undefined
  /** A sentence at the end of a row's menu. */
  noteOf?: (item: Item) => string | undefined
  /** Buttons of a row, before its menu. */
  renderButtons?: ((item: Item) => ReactNode) | undefined
  /** The width of the column with buttons and menus. */
  actionsClassName?: string
}

/** A table of records, whose columns and menus are declared. */
export function RecordTable<Item extends { id: string | number }>({
  label,
  items,
  nameOf,
  columns,
  actions,
  noteOf,
  renderButtons,
  actionsClassName = 'w-12',
}: RecordTableProps<Item>) {
  const [detailed, setDetailed] = useState<Item>()
  const isCut = useMedia('(width < 64rem)') && columns.some(isHiddenOnNarrow)
  const hasMenu = isCut || actions !== undefined
  return (
    <>
      <Table aria-label={label} className="table-fixed">
        <TableHead>
          <TableRow>
            {columns.map(({ header, align, className }) => (
              <TableHeader key={header} align={align} className={className}>
                {header}
              </TableHeader>
            ))}
            {(hasMenu || renderButtons) && <ActionsHeader className={actionsClassName} />}
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <TableRow key={item.id}>
              {columns.map(({ header, cell, align, className, textClassName, title }) => (
                <TableCell
                  key={header}
                  align={align}
                  className={classNames(className, textClassName)}
                  title={title?.(item)}
                >
                  {cell(item)}
                </TableCell>
              ))}
              {(hasMenu || renderButtons) && (
                <TableCell align="right" className="pr-1.5">
                  <div className="flex flex-wrap items-center justify-end gap-1">
                    {renderButtons?.(item)}
                    <RowMenu
                      subject={nameOf(item)}
                      actions={[
                        ...(isCut
                          ? [{ label: ALL_COLUMNS, onSelect: () => setDetailed(item) }]
                          : []),
                        ...(actions?.(item) ?? []),
                      ]}
                      note={noteOf?.(item)}
                    />
                  </div>
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {detailed && (
        <RecordDetails
          title={nameOf(detailed)}
          fields={columns.map(({ header, cell }) => ({ header, value: cell(detailed) }))}
          onClose={() => setDetailed(undefined)}
        />
      )}
    </>
  )
}

const ALL_COLUMNS = 'Show all columns'

/** Whether a column is left out below some width of the window. */
const isHiddenOnNarrow = ({ className }: { className?: string }): boolean =>
  className?.includes('table-cell') ?? false

type RowMenuProps = {
  subject: string
  actions: readonly RecordAction[]
  note: string | undefined
}

function RowMenu({ subject, actions, note }: RowMenuProps) {
  if (actions.length === 0 && note === undefined) return null
  const firstDanger = actions.findIndex(({ variant }) => variant === 'danger')
  return (
    <ActionsMenu subject={subject}>
      {actions.map(({ label, onSelect, variant, disabled }, index) => (
        <RowMenuItem key={label} hasSeparator={index > 0 && index === firstDanger}>
          <DropdownMenuItem
            onSelect={onSelect}
            {...(variant && { variant })}
            {...(disabled && { disabled })}
          >
            {label}
          </DropdownMenuItem>
        </RowMenuItem>
      ))}
      {note !== undefined && <p className="max-w-56 px-2 py-1 text-xs text-muted">{note}</p>}
    </ActionsMenu>
  )
}

const RowMenuItem = ({
  hasSeparator,
  children,
}: {
  hasSeparator: boolean
  children: ReactNode
}) => (
  <>
    {hasSeparator && <DropdownMenuSeparator />}
    {children}
  </>
)

type NameButtonProps = {
  children: string
  onClick: () => void
  /** Classes of the name. */
  className?: string
  /** Shown beside the name, such as a badge. */
  beside?: ReactNode
}

/** The name of a record, which opens it. */
export function NameButton({ children, onClick, className, beside }: NameButtonProps) {
  return (
    <div className="flex items-center gap-2">
      <button
        type="button"
        className={classNames('min-w-0 truncate hover:underline', className)}
        title={children}
        onClick={onClick}
      >
        {children}
      </button>
      {beside}
    </div>
  )
}
