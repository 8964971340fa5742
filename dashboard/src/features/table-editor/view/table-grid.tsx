import { Link } from '@tanstack/react-router'
import type { ForeignKey } from '@stoa/contract/services/meta/catalogue'
import type { Filter } from '@stoa/contract/services/meta/rows'
import { Suspense, useSyncExternalStore } from 'react'
import type { Column } from 'react-data-grid'
import { useImpersonation } from '../../../data/local/impersonation.ts'
import type { Conditions } from '../../../data/resources/services/meta/rows.ts'
import { CellMenu } from '../cells/cell-menu.tsx'
import type { CellMenuActions } from '../cells/cell-menu.tsx'
import type { CellPlace } from '../cells/edit-cell.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyRows } from '../grid/empty-rows.tsx'
import { RowGrid, useTotal } from '../grid/row-grid.tsx'
import type { GridController } from '../grid/row-grid.tsx'
import type { RowWindow } from '../grid/row-window.ts'
import { RowsError } from '../grid/rows-error.tsx'
import { useCopy } from '../grid/use-copy.ts'
import type { useGridLayout } from '../grid/use-grid-layout.ts'
import { duplicateFields } from '../insert/insert-values.ts'
import type { Fields } from '../insert/insert-values.ts'
import { narrowed, NO_CONDITIONS } from '../session/conditions.ts'
import type { CachedRow } from '../session/page-cache.ts'
import type { RowKey } from '../session/row-key.ts'
import { defaultOf } from '../cells/default-value.ts'
import { errorMessage } from '../../../data/client/api-error.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { Cell } from '@stoa/contract/services/meta/cell'
import type { SessionView, ViewState } from '../session/session-view.ts'
import type { TableAccess } from '../session/table-access.ts'
import { PasteDialog, RelatedRowsItems } from './lazy-sheets.ts'
import { useBlockEdits } from './use-block-edits.ts'
import { equalTo } from './view-state.ts'

type TableGridProps = {
  session: SessionView
  access: TableAccess
  columns: readonly Column<number>[]
  view: ViewState
  layout: ReturnType<typeof useGridLayout>
  window: RowWindow
  controller: () => GridController | null
  onController: (controller: GridController | null) => void
  onSeed: (text: string) => void
  onConditions: (conditions: Conditions) => void
  onFollow: (reference: ForeignKey, rowIndex: number) => void
  onPeek: (reference: ForeignKey, rowIndex: number, anchor: Element) => void
  onRelated: (tableId: number, filters: readonly Filter[]) => void
  onRow: (key: RowKey) => void
  onDuplicate: (initial: Fields) => void
  onInsert: (() => void) | null
  onDelete: (place: CellPlace | undefined) => void
}

/** The grid of the rows with the menu of its cells, or the reason why no rows could be read. */
export function TableGrid({ session, columns, view, layout, window, ...props }: TableGridProps) {
  const { table, cache } = session
  const { filters } = view
  const total = useTotal(session)
  const failure = useSyncExternalStore(cache.subscribe, cache.failure)
  const [impersonation] = useImpersonation(session.projectRef)
  const copy = useCopy({ session, columns, firstRow: window.first })
  const block = useBlockEdits({ session, access: props.access, columns, firstRow: window.first })
  return (
    <>
      {failure !== undefined && (
        <RowsError
          failure={failure}
          isAlone={total === undefined}
          conditions={view}
          onConditions={props.onConditions}
          onRetry={cache.retry}
        />
      )}
      {/* Without a single row to show, the error is shown alone. */}
      {(failure === undefined || total !== undefined) && (
        <CellMenu actions={() => menuActions({ session, columns, view, window, copy, ...props })}>
          <div className="min-h-0 flex-1">
            <RowGrid
              // A new key remounts the grid, which resets the scroll position for another view or role.
              key={`${JSON.stringify([view, impersonation])}-${window.index}`}
              session={session}
              columns={columns}
              sorts={view.sorts}
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
                  onClearFilters={() => props.onConditions(NO_CONDITIONS)}
                  onInsert={props.onInsert}
                  importLink={
                    <Button asChild>
                      <Link
                        to="/project/$ref/editor/import"
                        params={{ ref: session.projectRef }}
                        search={{ table: table.id }}
                      >
                        Import data
                      </Link>
                    </Button>
                  }
                />
              }
              onReady={props.onController}
              onSeed={props.onSeed}
              onCopy={copy.handleCopy}
              onPaste={block.handlePaste}
              onErase={block.erase}
              onFillDown={block.fillDown}
              onFollow={(rowIndex, column) => {
                const reference = table.foreign_keys.find((key) => key.columns.includes(column))
                if (reference !== undefined) props.onFollow(reference, rowIndex)
              }}
              onDelete={() => props.onDelete(props.controller()?.active())}
            />
          </div>
        </CellMenu>
      )}
      <Suspense>
        {block.pending !== undefined && (
          <PasteDialog
            session={session}
            access={props.access}
            paste={block.pending}
            onClose={block.close}
          />
        )}
      </Suspense>
    </>
  )
}

type MenuOptions = Omit<TableGridProps, 'layout' | 'onController' | 'onSeed' | 'onInsert'> & {
  copy: ReturnType<typeof useCopy>
}

/** The actions on the active cell; undefined if it is outside the rows. */
function menuActions({
  session,
  columns,
  view,
  window,
  copy,
  ...props
}: MenuOptions): CellMenuActions | undefined {
  const { table, cache, edits } = session
  const place = props.controller()?.active()
  const rowIndex = window.first + (place?.rowIdx ?? -1)
  const gridColumn = columns[place?.idx ?? -1]
  const column = table.columns.find(({ name }) => name === gridColumn?.key)
  const cached = cache.row(rowIndex)
  if (place === undefined || cached === undefined || column === undefined) return undefined
  const { id, key, row } = cached
  const value = session.valueOf(cached, column.name)
  const reference = table.foreign_keys.find(({ columns }) => columns.includes(column.name))
  const canEdit = gridColumn?.renderEditCell != null
  const canSetNull = canEdit && column.is_nullable && value !== null
  const preset = defaultOf(column)
  const set = (to: Cell) => {
    const edited = key && { id, key, version: row.version }
    if (edited) edits.edit(edited, { column: column.name, from: value, to })
  }
  return {
    copy: () => void copy.copyCells(place),
    copyRow: () => void copy.copyRow(place),
    filterByValue: () => props.onConditions(narrowed(view, equalTo(column.name, value))),
    edit: canEdit ? () => props.controller()?.edit(place) : null,
    setNull: canSetNull && key !== undefined ? () => set(null) : null,
    follow:
      reference !== undefined && value !== null ? () => props.onFollow(reference, rowIndex) : null,
    peek:
      reference !== undefined && value !== null && selectedCell() !== null
        ? () => {
            const anchor = selectedCell()
            if (anchor !== null) props.onPeek(reference, rowIndex, anchor)
          }
        : null,
    related:
      key === undefined ? null : (
        <RelatedRowsItems
          projectRef={session.projectRef}
          tableId={table.id}
          rowKey={key}
          onOpen={props.onRelated}
        />
      ),
    setDefault:
      canEdit && key !== undefined && preset.kind === 'literal' && preset.value !== value
        ? () => set(preset.value)
        : null,
    editRow: key !== undefined && props.access.canUpdate ? () => props.onRow(key) : null,
    duplicateRow: props.access.canInsert
      ? () => void duplicate(session, cached, props.onDuplicate)
      : null,
    deleteRow: props.access.canDelete ? () => props.onDelete(place) : null,
  }
}

/** The cell that the keyboard is at. */
const selectedCell = () => document.querySelector('.data-grid .rdg-cell[aria-selected="true"]')

/** Opens the form of a new row with the values of another one, which are read in full. */
async function duplicate(
  session: SessionView,
  row: CachedRow,
  onDuplicate: (initial: Fields) => void,
): Promise<void> {
  try {
    const full = row.cut.size > 0 ? await session.readInFull(row) : row
    onDuplicate(duplicateFields(session.table, (column) => session.valueOf(full, column)))
  } catch (error) {
    toast.error('Could not read the row', { description: errorMessage(error) })
  }
}
