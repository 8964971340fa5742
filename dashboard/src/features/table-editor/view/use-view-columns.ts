import type { Column, ForeignKey } from '@stoa/contract/services/meta/catalogue'
import type { Sort } from '@stoa/contract/services/meta/rows'
import { useMemo } from 'react'
import { copyText } from '../../../ui/buttons/copy-button.tsx'
import type { CellPlace } from '../cells/edit-cell.tsx'
import { gridColumns } from '../grid/grid-columns.tsx'
import type { GridController } from '../grid/row-grid.tsx'
import type { useGridLayout } from '../grid/use-grid-layout.ts'
import type { SessionView } from '../session/session-view.ts'
import type { TableAccess } from '../session/table-access.ts'
import { useLatest } from './use-latest.ts'
import { sortedBy } from './view-state.ts'

/** The actions on columns that change the table itself; null if it cannot be changed. */
export type DefinitionActions = {
  onAdd: () => void
  onEdit: (column: Column) => void
  onDelete: (column: Column) => void
} | null

type Options = {
  session: SessionView
  access: TableAccess
  sorts: readonly Sort[]
  layout: ReturnType<typeof useGridLayout>
  definition: DefinitionActions
  controller: () => GridController | null
  takeSeed: () => string | undefined
  onSorts: (sorts: Sort[]) => void
  onFilter: (column: string) => void
  onFollow: (reference: ForeignKey, rowIndex: number) => void
  onPeek: (reference: ForeignKey, rowIndex: number, anchor: Element) => void
}

/**
 * The grid's columns. The grid renders its header again whenever they change, so callbacks are read
 * through a ref.
 */
export function useViewColumns(options: Options) {
  const { session, access, sorts, definition } = options
  const { hidden, order, frozen } = options.layout
  const latest = useLatest(options)
  const canChange = definition !== null
  return useMemo(
    () =>
      gridColumns({
        session,
        access,
        sorts,
        hidden,
        order,
        frozen,
        actions: {
          onSort: (column, ascending) =>
            latest.current.onSorts(sortedBy(latest.current.sorts, column, ascending)),
          onFilter: (column) => latest.current.onFilter(column),
          onCopyName: (column) => void copyText(column),
          onHide: (column) => latest.current.layout.hide(column),
          onFreeze: (column, isFrozen) =>
            isFrozen
              ? latest.current.layout.freeze(column)
              : latest.current.layout.unfreeze(column),
          onMove: (column, target) =>
            latest.current.layout.move(
              session.table.columns.map(({ name }) => name),
              column,
              target,
            ),
          onAdd: canChange ? () => latest.current.definition?.onAdd() : null,
          onEdit: canChange ? (column) => latest.current.definition?.onEdit(column) : null,
          onDelete: canChange ? (column) => latest.current.definition?.onDelete(column) : null,
          onFollow: (reference, rowIndex) => latest.current.onFollow(reference, rowIndex),
          onPeek: (reference, rowIndex, anchor) =>
            latest.current.onPeek(reference, rowIndex, anchor),
        },
        cells: {
          isEditable: (rowIndex) => {
            const row = session.cache.row(rowIndex)
            return row?.key !== undefined && !session.review.removal(row.id)
          },
          takeSeed: () => latest.current.takeSeed(),
          moveTo: (place: CellPlace) => latest.current.controller()?.moveTo(place),
          edit: (place: CellPlace) => latest.current.controller()?.edit(place),
        },
      }),
    [session, access, sorts, hidden, order, frozen, latest, canChange],
  )
}
