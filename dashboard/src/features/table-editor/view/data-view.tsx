import type { Column, ForeignKey, TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Filter, Sort } from '@stoa/contract/services/meta/rows'
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { ImpersonationBar } from '../../../components/impersonation/impersonation-bar.tsx'
import { RoleMenu } from '../../../components/impersonation/role-menu.tsx'
import { useImpersonation } from '../../../data/local/impersonation.ts'
import { copyText } from '../../../ui/buttons/copy-button.tsx'
import { CellMenu } from '../cells/cell-menu.tsx'
import type { CellMenuActions } from '../cells/cell-menu.tsx'
import { ColumnsMenu } from '../grid/columns-menu.tsx'
import { DeleteRowsDialog } from './delete-rows-dialog.tsx'
import type { CellActions, CellPlace } from '../cells/edit-cell.tsx'
import type { RowKey } from '../session/edit-queue.ts'
import { EmptyRows } from '../grid/empty-rows.tsx'
import { FilterBar } from './filter-bar.tsx'
import { gridColumns } from '../grid/grid-columns.tsx'
import { GridFooter } from '../grid/grid-footer.tsx'
import { ProblemsBar } from './problems-bar.tsx'
import { RowConflictDialog } from './row-conflict-dialog.tsx'
import { RowGrid, useTotal } from '../grid/row-grid.tsx'
import type { GridController } from '../grid/row-grid.tsx'
import { RowsError, refusedFilter } from '../grid/rows-error.tsx'
import { rowWindow } from '../grid/row-window.ts'
import { SelectionBar } from './selection-bar.tsx'
import { positionOf, rowIdOf, rowKeyOf } from '../session/table-access.ts'
import type { TableAccess } from '../session/table-access.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { useCopy } from '../grid/use-copy.ts'
import { useLatest } from './use-latest.ts'
import { useGridLayout } from '../grid/use-grid-layout.ts'
import type { TableSession } from '../session/use-table-session.ts'
import { equalTo, sortedBy } from './view-state.ts'
import type { ViewState } from './view-state.ts'

type DataViewProps = {
  projectRef: string
  table: TableDetail
  session: TableSession
  access: TableAccess
  view: ViewState
  onView: (view: ViewState) => void
  onFollow: (tableId: number, filters: Filter[]) => void
  onInsert: () => void
  /** Whether the definition of the table, not only its rows, can be changed. */
  canChange: boolean
  onAddColumn: () => void
  onEditColumn: (column: Column) => void
  onDeleteColumn: (column: Column) => void
}

/**
 * The number of placeholder rows before the row count is known, so that the grid keeps its size.
 */
const SKELETON_ROWS = 40

/** The rows of a table with all the actions on them. */
export function DataView({
  projectRef,
  table,
  session,
  access,
  view,
  onView,
  ...props
}: DataViewProps) {
  const { filters, sorts } = view
  const { hidden, order, ...layout } = useGridLayout(projectRef, table.id)
  const [windowIndex, setWindowIndex] = useState(0)
  const [draftColumn, setDraftColumn] = useState<string | undefined>()
  const [deleting, setDeleting] = useState<readonly RowKey[] | undefined>()
  const controller = useRef<GridController>(null)
  const seed = useRef<string>(undefined)
  const { cache, chosen, edits } = session
  const total = useTotal(session)
  const failure = useSyncExternalStore(cache.subscribe, cache.failure)
  const chosenRows = useSyncExternalStore(chosen.subscribe, chosen.all)
  const pending = useSyncExternalStore(edits.subscribe, edits.pending)
  const [impersonation] = useImpersonation(projectRef)
  // Another role may be unable to see the rows or to save the edits.
  const keepsRole = pending.length > 0 ? 'Save or discard your edits first' : undefined
  const window = rowWindow(total?.value ?? SKELETON_ROWS, windowIndex)

  const setFilters = (next: Filter[]) => onView({ filters: next, sorts })
  const setSorts = (next: Sort[]) => onView({ filters, sorts: next })
  const valueAt = (rowIndex: number, column: string) => {
    const row = cache.row(rowIndex)?.row
    const id = row && rowIdOf(table, row)
    const edited = id === undefined ? undefined : edits.row(id)?.cells.get(column)
    return edited === undefined ? (row?.cells[positionOf(table, column)] ?? null) : edited.to
  }
  const follow = (reference: ForeignKey, rowIndex: number) => {
    const conditions = reference.target_columns.map((target, index) =>
      equalTo(target, valueAt(rowIndex, reference.columns[index] ?? '')),
    )
    props.onFollow(reference.target_id, conditions)
  }
  const cells: CellActions = {
    isEditable: (rowIndex) => cache.row(rowIndex) !== undefined,
    readInFull: session.readInFull,
    takeSeed() {
      const text = seed.current
      seed.current = undefined
      return text
    },
    moveTo: (place) => controller.current?.moveTo(place),
  }
  // The grid re-renders its header whenever `columns` changes, so callbacks are read through a ref.
  const latest = useLatest({ follow, cells, props, setSorts, sorts, layout })
  const { canChange } = props
  const columns = useMemo(
    () =>
      gridColumns({
        session,
        access,
        sorts,
        hidden,
        order,
        actions: {
          onSort: (column, ascending) =>
            latest.current.setSorts(sortedBy(latest.current.sorts, column, ascending)),
          onFilter: setDraftColumn,
          onCopyName: (column) => void copyText(column),
          onHide: (column) => latest.current.layout.hide(column),
          onMove: (column, target) =>
            latest.current.layout.move(
              session.table.columns.map(({ name }) => name),
              column,
              target,
            ),
          onAdd: canChange ? () => latest.current.props.onAddColumn() : null,
          onEdit: canChange ? (column) => latest.current.props.onEditColumn(column) : null,
          onDelete: canChange ? (column) => latest.current.props.onDeleteColumn(column) : null,
          onFollow: (reference, rowIndex) => latest.current.follow(reference, rowIndex),
        },
        cells: {
          isEditable: (rowIndex) => latest.current.cells.isEditable(rowIndex),
          readInFull: (row) => latest.current.cells.readInFull(row),
          takeSeed: () => latest.current.cells.takeSeed(),
          moveTo: (place) => latest.current.cells.moveTo(place),
        },
      }),
    [session, access, sorts, hidden, order, latest, canChange],
  )
  const copy = useCopy({ session, columns, firstRow: window.first })
  const setController = useCallback((next: GridController | null) => {
    controller.current = next
  }, [])

  const askToDelete = (place?: CellPlace) => {
    if (!access.canDelete) return
    const row = place && cache.row(window.first + place.rowIdx)?.row
    const key = row && rowKeyOf(table, row)
    const keys = chosenRows.size > 0 ? [...chosenRows.values()] : key && [key]
    if (keys !== undefined) setDeleting(keys)
  }
  const menuActions = (): CellMenuActions | undefined => {
    const place = controller.current?.active()
    const rowIndex = window.first + (place?.rowIdx ?? -1)
    const gridColumn = columns[place?.idx ?? -1]
    const column = table.columns.find(({ name }) => name === gridColumn?.key)
    const row = cache.row(rowIndex)?.row
    if (place === undefined || row === undefined || column === undefined) return undefined
    const value = valueAt(rowIndex, column.name)
    const reference = table.foreign_keys.find((key) => key.columns.includes(column.name))
    const canEdit = gridColumn?.renderEditCell != null
    const id = rowIdOf(table, row)
    const key = rowKeyOf(table, row)
    const canSetNull = canEdit && column.is_nullable && value !== null
    return {
      copy: () => void copy.copyCells(place),
      copyRow: () => void copy.copyRow(place),
      filterByValue: () => setFilters([...filters, equalTo(column.name, value)]),
      edit: canEdit ? () => controller.current?.edit(place) : null,
      setNull:
        canSetNull && id !== undefined && key !== undefined
          ? () =>
              edits.edit(
                { id, key, version: row.version },
                { column: column.name, from: value, to: null },
              )
          : null,
      follow: reference !== undefined && value !== null ? () => follow(reference, rowIndex) : null,
      deleteRow: access.canDelete ? () => askToDelete(place) : null,
    }
  }
  return (
    <>
      <ImpersonationBar projectRef={projectRef} doing="Viewing rows" disabledReason={keepsRole} />
      <div className="flex min-h-9 items-center gap-2 border-b px-3 py-1">
        {chosenRows.size > 0 ? (
          <SelectionBar
            count={chosenRows.size}
            canDelete={access.canDelete}
            onDelete={() => askToDelete()}
            onClear={chosen.clear}
          />
        ) : (
          <FilterBar
            columns={table.columns}
            filters={filters}
            sorts={sorts}
            draftColumn={draftColumn}
            refused={refusedFilter(failure)}
            onDraftColumn={setDraftColumn}
            onFilters={setFilters}
            onSorts={setSorts}
          />
        )}
        <RoleMenu projectRef={projectRef} disabledReason={keepsRole} />
        <ColumnsMenu
          columns={table.columns}
          hidden={hidden}
          onShow={layout.show}
          onHide={layout.hide}
          onShowAll={layout.showAll}
          onAdd={canChange ? props.onAddColumn : null}
        />
      </div>
      {failure !== undefined && (
        <RowsError
          failure={failure}
          isAlone={total === undefined}
          filters={filters}
          onFilters={setFilters}
          onRetry={cache.retry}
        />
      )}
      {/* Without a single row to show, the error is shown alone. */}
      {(failure === undefined || total !== undefined) && (
        <CellMenu actions={menuActions}>
          <div className="min-h-0 flex-1">
            <RowGrid
              // A new key remounts the grid, which resets the scroll position for another view or role.
              key={`${JSON.stringify([view, impersonation])}-${window.index}`}
              session={session}
              columns={columns}
              widths={layout.widths}
              onWidths={layout.resize}
              onMove={(column, target) =>
                layout.move(
                  table.columns.map(({ name }) => name),
                  column,
                  target,
                )
              }
              window={window}
              empty={
                <EmptyRows
                  hasFilters={filters.length > 0}
                  isImpersonated={impersonation !== undefined}
                  onClearFilters={() => setFilters([])}
                  onInsert={access.canInsert ? props.onInsert : null}
                />
              }
              onReady={setController}
              onSeed={(text) => {
                seed.current = text
              }}
              onCopy={copy.handleCopy}
              onFollow={(rowIndex, column) => {
                const reference = table.foreign_keys.find((key) => key.columns.includes(column))
                if (reference !== undefined) follow(reference, rowIndex)
              }}
              onDelete={() => askToDelete(controller.current?.active())}
            />
          </div>
        </CellMenu>
      )}
      <ProblemsBar session={session} />
      <UnsavedGuard edits={edits} />
      <GridFooter
        session={session}
        window={window}
        hasFilters={filters.length > 0}
        onWindow={setWindowIndex}
      />
      <RowConflictDialog
        session={session}
        edits={pending.find(({ progress }) => progress.state === 'conflict')}
      />
      {deleting !== undefined && (
        <DeleteRowsDialog
          projectRef={projectRef}
          table={table}
          keys={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            chosen.clear()
            cache.refresh()
          }}
        />
      )}
    </>
  )
}
