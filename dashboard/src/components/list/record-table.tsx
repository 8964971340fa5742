import { Fragment, useState, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Table, TableBody, TableCell, TableRow } from '../../ui/display/table.tsx'
import type { RecordAction, RecordColumn, RecordOrder, RecordSelection } from './record-columns.ts'
import { RecordDetails } from './record-details.tsx'
import { RecordHead } from './record-head.tsx'
import { RecordMenu } from './record-menu.tsx'
import { RecordRow } from './record-row.tsx'
import { rowKeys } from './row-keys.ts'
import { useVisibleColumns } from './use-visible-columns.ts'

export type { RecordAction, RecordColumn } from './record-columns.ts'

type RecordTableProps<Item extends { id: string | number }, Sort extends string> = {
  label: string
  items: readonly Item[]
  /** The name of an item in text. */
  nameOf: (item: Item) => string
  columns: readonly RecordColumn<Item, Sort>[]
  /** The menu of a row. Without it, the table has no column for menus. */
  actions?: ((item: Item) => readonly RecordAction[]) | undefined
  /** A sentence at the end of a row's menu. */
  noteOf?: (item: Item) => string | undefined
  /** Buttons of a row, before its menu. */
  renderButtons?: ((item: Item) => ReactNode) | undefined
  /** The width of the column with buttons and menus. */
  actionsClassName?: string
  /** Columns have equal or declared widths by default; `auto` fits them to their content. */
  layout?: 'fixed' | 'auto'
  order?: RecordOrder<Sort> | undefined
  onOrder?: ((order: RecordOrder<Sort>) => void) | undefined
  selection?: RecordSelection<Item['id']> | undefined
  /** Called by Delete while items are selected. */
  onDelete?: (() => void) | undefined
  /** The item that a panel shows. */
  shownId?: Item['id'] | undefined
  /** The content that unfolds below a row. */
  renderDetail?: (item: Item) => ReactNode
  rowClassName?: (item: Item) => string | undefined
  /** The menu offers columns that a narrow window hides, unless opening a row shows them. */
  canShowAll?: boolean
}

/** A table of records, whose columns and menus are declared. */
export function RecordTable<Item extends { id: string | number }, Sort extends string>({
  label,
  items,
  nameOf,
  columns,
  actions,
  noteOf,
  renderButtons,
  actionsClassName = 'w-12',
  layout = 'fixed',
  order,
  onOrder,
  selection,
  onDelete,
  shownId,
  renderDetail,
  rowClassName,
  canShowAll = renderDetail === undefined,
}: RecordTableProps<Item, Sort>) {
  const [detailed, setDetailed] = useState<Item>()
  const [unfolded, setUnfolded] = useState<Item['id']>()
  const shown = useVisibleColumns(columns).length
  const isCut = canShowAll && shown < columns.length
  const hasActions = isCut || actions !== undefined || renderButtons !== undefined
  const actionsOf = (item: Item) => [
    ...(isCut ? [{ label: ALL_COLUMNS, onSelect: () => setDetailed(item) }] : []),
    ...(actions?.(item) ?? []),
  ]
  return (
    <>
      <Table
        aria-label={label}
        className={layout === 'fixed' ? 'table-fixed' : undefined}
        onKeyDown={rowKeys(selection, onDelete)}
      >
        <RecordHead
          label={label}
          columns={columns}
          ids={items.map(({ id }) => id)}
          selection={selection}
          order={order}
          onOrder={onOrder}
          hasDetail={renderDetail !== undefined}
          actionsClassName={hasActions ? actionsClassName : undefined}
        />
        <TableBody>
          {items.map((item) => (
            <Fragment key={item.id}>
              <RecordRow
                item={item}
                name={nameOf(item)}
                columns={columns}
                selection={selection}
                isHighlighted={item.id === shownId || (selection?.ids.has(item.id) ?? false)}
                className={rowClassName?.(item)}
                detail={
                  renderDetail && {
                    isOpen: item.id === unfolded,
                    onToggle: () => setUnfolded(item.id === unfolded ? undefined : item.id),
                  }
                }
                actions={
                  hasActions ? (
                    <>
                      {renderButtons?.(item)}
                      <RecordMenu
                        subject={nameOf(item)}
                        actions={actionsOf(item)}
                        note={noteOf?.(item)}
                      />
                    </>
                  ) : undefined
                }
              />
              {renderDetail && item.id === unfolded && (
                <TableRow>
                  <TableCell
                    // Spanning a hidden column would show it again, without content.
                    colSpan={shown + (selection ? 2 : 1) + (hasActions ? 1 : 0)}
                    className="p-2 whitespace-normal"
                  >
                    {renderDetail(item)}
                  </TableCell>
                </TableRow>
              )}
            </Fragment>
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

type NameButtonProps = {
  children: string
  onClick: () => void
  /** Classes of the name. */
  className?: string
  /** Shown beside the name, such as a badge. */
  beside?: ReactNode
  /** The name for assistive technology, if it is not the text. */
  label?: string
  /** A click anywhere in the row opens the record. */
  coversRow?: boolean
}

/** The name of a record, which opens it. */
export function NameButton(props: NameButtonProps) {
  const { children, onClick, className, beside, label, coversRow = false } = props
  return (
    <div className="flex items-center gap-2">
      <button
        type="button"
        className={classNames(
          'min-w-0 truncate hover:underline',
          coversRow && COVERING_ROW,
          className,
        )}
        title={children}
        aria-label={label}
        onClick={onClick}
      >
        {children}
      </button>
      {beside}
    </div>
  )
}

/** Classes of a button or link in a row, so that a click anywhere in the row reaches it. */
export const COVERING_ROW = 'text-left after:absolute after:inset-0'
