import type { Column as TableColumn, ForeignKey } from '@stoa/contract/services/meta/catalogue'
import type { Sort } from '@stoa/contract/services/meta/rows'
import { Plus } from 'lucide-react'
import type { Column as GridColumn } from 'react-data-grid'
import { isNumericType } from '../../../components/result-grid/cell-type.ts'
import { columnWidth } from '../../../components/result-grid/column-width.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { ColumnHeader } from './column-header.tsx'
import { DataCell } from '../cells/data-cell.tsx'
import { EditCell } from '../cells/edit-cell.tsx'
import type { CellActions } from '../cells/edit-cell.tsx'
import { inChosenOrder } from './grid-layout.ts'
import { ChosenHeader, RowCheckbox } from './row-checkbox.tsx'
import type { TableAccess } from '../session/table-access.ts'
import type { SessionView } from '../session/session-view.ts'

export type ColumnActions = {
  onSort: (column: string, ascending: boolean | undefined) => void
  onFilter: (column: string) => void
  onCopyName: (column: string) => void
  onHide: (column: string) => void
  onFreeze: (column: string, isFrozen: boolean) => void
  /** Moves a column to the position of another one. */
  onMove: (column: string, target: string) => void
  onAdd: (() => void) | null
  onEdit: ((column: TableColumn) => void) | null
  onDelete: ((column: TableColumn) => void) | null
  onFollow: (reference: ForeignKey, rowIndex: number) => void
  onPeek: (reference: ForeignKey, rowIndex: number, anchor: Element) => void
}

type Options = {
  session: SessionView
  access: TableAccess
  sorts: readonly Sort[]
  hidden: ReadonlySet<string>
  /** The order that the user chose. */
  order: readonly string[]
  /** The columns that stay visible, besides the key. */
  frozen: readonly string[]
  actions: ColumnActions
  cells: CellActions
}

// No column of a table can have these names, because they are longer than Postgres allows.
export const CHOSEN_COLUMN = 'rows'.padEnd(64, '-')
export const ADD_COLUMN = 'add'.padEnd(64, '-')

/**
 * The index of the first data column; a checkbox column comes before it if rows can be selected.
 */
export const dataColumnsStart = (columns: readonly GridColumn<number>[]) =>
  columns[0]?.key === CHOSEN_COLUMN ? 1 : 0

/** The number of data columns; a column that adds another one may follow them. */
export const dataColumnsEnd = (columns: readonly GridColumn<number>[]) =>
  columns.at(-1)?.key === ADD_COLUMN ? columns.length - 1 : columns.length

/** Types without an ordering, so Postgres cannot sort by them. */
const UNSORTABLE = new Set([
  'json',
  'xml',
  'point',
  'line',
  'lseg',
  'box',
  'path',
  'polygon',
  'circle',
])

/**
 * The grid's columns; the checkboxes and the first key column stay fixed while the rest scrolls.
 */
export function gridColumns(options: Options): GridColumn<number>[] {
  const { session, access, hidden, order, frozen, actions } = options
  const { table } = session
  const names = inChosenOrder(
    table.columns.map(({ name }) => name),
    order,
  )
  const shown = table.columns
    .filter(({ name }) => !hidden.has(name))
    .toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  // Only the first key column is fixed: a composite key could fill a small screen.
  const key = table.primary_key[0]
  const rank = ({ name }: TableColumn) => {
    if (name === key) return 0
    return frozen.includes(name) ? 1 : 2
  }
  const ordered = shown.toSorted((a, b) => rank(a) - rank(b))
  const columns = ordered.map((column, index) => {
    const isBeside = (other: TableColumn | undefined) =>
      other !== undefined && rank(other) === rank(column)
    const [before, after] = [ordered[index - 1], ordered[index + 1]]
    return dataColumn(column, options, {
      isKey: column.name === key,
      isFrozen: rank(column) < 2,
      left: isBeside(before) ? before?.name : undefined,
      right: isBeside(after) ? after?.name : undefined,
    })
  })
  return [
    ...(access.canDelete ? [chosenColumn(session)] : []),
    ...columns,
    ...(actions.onAdd === null ? [] : [addColumn(actions.onAdd)]),
  ]
}

/** A narrow column after the last one, whose header adds a column to the table. */
const addColumn = (onAdd: () => void): GridColumn<number> => ({
  key: ADD_COLUMN,
  name: 'Add column',
  width: 40,
  minWidth: 40,
  maxWidth: 40,
  renderHeaderCell: ({ tabIndex }) => (
    <span className="grid h-full place-items-center">
      <IconButton label="Add column" size="sm" tabIndex={tabIndex} onClick={onAdd}>
        <Plus />
      </IconButton>
    </span>
  ),
  renderCell: () => null,
})

const chosenColumn = (session: SessionView): GridColumn<number> => ({
  key: CHOSEN_COLUMN,
  name: 'Rows',
  width: 40,
  minWidth: 40,
  maxWidth: 40,
  frozen: true,
  renderHeaderCell: ({ tabIndex }) => <ChosenHeader session={session} tabIndex={tabIndex} />,
  renderCell: ({ row, tabIndex }) => (
    <RowCheckbox session={session} rowIndex={row} tabIndex={tabIndex} />
  ),
})

type ColumnPosition = {
  isKey: boolean
  isFrozen: boolean
  /** The adjacent columns that it can be moved past. */
  left?: string | undefined
  right?: string | undefined
}

function dataColumn(
  column: TableColumn,
  { session, access, sorts, actions, cells }: Options,
  { isKey, isFrozen, left, right }: ColumnPosition,
): GridColumn<number> {
  const { table } = session
  const position = table.columns.indexOf(column)
  const reference = table.foreign_keys.find(({ columns }) => columns.includes(column.name))
  const canEdit = access.canUpdate && !column.is_generated && column.identity !== 'always'
  return {
    key: column.name,
    name: column.name,
    width: columnWidth({
      name: column.name,
      type: column.type,
      samples: [usualValue(column)],
      beside: besideName(column, reference !== undefined),
    }),
    minWidth: 64,
    resizable: true,
    draggable: !isKey,
    // On a narrow screen, fixed columns would leave no room for the others.
    frozen: isFrozen && globalThis.innerWidth >= 640,
    ...(isNumericType(column.type) && { cellClass: 'cell-number' }),
    renderHeaderCell: ({ tabIndex }) => (
      <ColumnHeader
        column={column}
        isReference={reference !== undefined}
        sort={sorts.find((sort) => sort.column === column.name)}
        tabIndex={tabIndex}
        onSort={
          UNSORTABLE.has(column.type) ? null : (ascending) => actions.onSort(column.name, ascending)
        }
        onFilter={() => actions.onFilter(column.name)}
        onCopyName={() => actions.onCopyName(column.name)}
        onHide={() => actions.onHide(column.name)}
        isFrozen={isFrozen}
        onFreeze={isKey ? null : () => actions.onFreeze(column.name, !isFrozen)}
        onMoveLeft={left === undefined ? null : () => actions.onMove(column.name, left)}
        onMoveRight={right === undefined ? null : () => actions.onMove(column.name, right)}
        onEdit={actions.onEdit && (() => actions.onEdit?.(column))}
        onDelete={actions.onDelete && (() => actions.onDelete?.(column))}
      />
    ),
    renderCell: ({ row, rowIdx, column: { idx } }) => (
      <DataCell
        session={session}
        column={column}
        position={position}
        gridColumn={idx}
        rowIndex={row}
        reference={reference}
        onFollow={actions.onFollow}
        onPeek={actions.onPeek}
        onEdit={canEdit ? () => cells.edit({ rowIdx, idx }) : null}
      />
    ),
    ...(canEdit && {
      renderEditCell: ({ rowIdx, column: { idx }, onClose }) => (
        <EditCell
          session={session}
          column={column}
          place={{ rowIdx, idx }}
          actions={cells}
          onClose={onClose}
        />
      ),
      editable: (row: number) => cells.isEditable(row),
      editorOptions: { commitOnOutsideClick: false },
    }),
  }
}

/**
 * Width in px of the icons in a column's heading, and of its menu button where that is always
 * visible.
 */
function besideName({ is_primary_key: isKey }: TableColumn, isReference: boolean): number {
  const icons = Number(isKey) + Number(isReference)
  return icons * 18 + (matchMedia('(pointer: coarse)').matches ? 30 : 0)
}

/** A value of typical length for a type: widths are set before any row has loaded. */
function usualValue({ type }: TableColumn): string {
  if (type === 'uuid') return '0'.repeat(36)
  if (type.startsWith('timestamp')) return '0'.repeat(29)
  if (type === 'boolean' || isNumericType(type)) return '0'.repeat(8)
  if (type === 'date' || type.startsWith('time')) return '0'.repeat(12)
  return '0'.repeat(24)
}
