import type { ForeignKey } from '@stoa/contract/services/meta/catalogue'
import type { Filter, Sort } from '@stoa/contract/services/meta/rows'
import { Suspense, useCallback, useRef, useState } from 'react'
import { ImpersonationBar } from '../../../components/impersonation/impersonation-bar.tsx'
import type { Conditions } from '../../../data/resources/services/meta/rows.ts'
import type { CellPlace } from '../cells/edit-cell.tsx'
import type { PeekedReference } from '../cells/reference-peek.tsx'
import { GridFooter } from '../grid/grid-footer.tsx'
import { useTotal } from '../grid/row-grid.tsx'
import type { GridController } from '../grid/row-grid.tsx'
import { rowWindow } from '../grid/row-window.ts'
import { useGridLayout } from '../grid/use-grid-layout.ts'
import type { Fields } from '../insert/insert-values.ts'
import type { RowKey } from '../session/row-key.ts'
import type { EditedRow } from '../session/edit-queue.ts'
import type { SessionView, ViewState } from '../session/session-view.ts'
import type { TableAccess } from '../session/table-access.ts'
import { useUnsavedSessions } from '../session/use-table-session.ts'
import { DataToolbar } from './data-toolbar.tsx'
import { DeleteRowsDialog, ReferencePeek } from './lazy-sheets.ts'
import { TableGrid } from './table-grid.tsx'
import type { SavedViews } from './use-saved-views.ts'
import { useViewColumns } from './use-view-columns.ts'
import type { DefinitionActions } from './use-view-columns.ts'
import { equalTo } from './view-state.ts'

type DataViewProps = {
  session: SessionView
  access: TableAccess
  view: ViewState
  saved: SavedViews
  onView: (view: ViewState) => void
  onFollow: (tableId: number, filters: Filter[]) => void
  onRow: (key: RowKey) => void
  onDuplicate: (initial: Fields) => void
  onInsert: () => void
  definition: DefinitionActions
}

/**
 * The number of placeholder rows before the row count is known, so that the grid keeps its size.
 */
const SKELETON_ROWS = 40

/** The rows of a table: toolbar, grid and footer. */
export function DataView({ session, access, view, saved, onView, ...props }: DataViewProps) {
  const { projectRef, table, cache, chosen, review } = session
  const { filters, sorts } = view
  const layout = useGridLayout(projectRef, table.id, saved.active)
  const [windowIndex, setWindowIndex] = useState(0)
  const [draftColumn, setDraftColumn] = useState<string | undefined>()
  const [deleting, setDeleting] = useState<readonly EditedRow[] | undefined>()
  const controller = useRef<GridController>(null)
  const seed = useRef<string>(undefined)
  const total = useTotal(session)
  // Another role may be unable to see the rows or to save the edits.
  const isUnsaved = useUnsavedSessions(projectRef).length > 0
  const keepsRole = isUnsaved ? 'Save or discard your edits first' : undefined
  const window = rowWindow(total?.value ?? SKELETON_ROWS, windowIndex)

  const setConditions = ({ filters: next, match }: Conditions) =>
    onView({ filters: next, match, sorts })
  const setSorts = (next: Sort[]) => onView({ ...view, sorts: next })
  const [peeked, setPeeked] = useState<PeekedReference | undefined>()
  const referenced = (reference: ForeignKey, rowIndex: number) => {
    const row = cache.row(rowIndex)
    return reference.target_columns.map((target, index) =>
      equalTo(target, row ? session.valueOf(row, reference.columns[index] ?? '') : null),
    )
  }
  const follow = (reference: ForeignKey, rowIndex: number) =>
    props.onFollow(reference.target_id, referenced(reference, rowIndex))
  const peek = (reference: ForeignKey, rowIndex: number, anchor: Element) =>
    setPeeked({ reference, filters: referenced(reference, rowIndex), anchor })
  const columns = useViewColumns({
    session,
    access,
    sorts,
    layout,
    definition: props.definition,
    controller: () => controller.current,
    takeSeed() {
      const text = seed.current
      seed.current = undefined
      return text
    },
    onSorts: setSorts,
    onFilter: setDraftColumn,
    onFollow: follow,
    onPeek: peek,
  })
  const setController = useCallback((next: GridController | null) => {
    controller.current = next
  }, [])
  const askToDelete = (place?: CellPlace) => {
    if (!access.canDelete) return
    const active = place && cache.row(window.first + place.rowIdx)
    if (active !== undefined && active.id < 0) {
      review.drop(active.id)
      return
    }
    const keys =
      chosen.all().size > 0 ? chosen.all() : active?.key && new Map([[active.id, active.key]])
    if (keys === undefined) return
    const rows = [...keys].map(([id, key]) => ({
      id,
      key,
      version: cache.find(id)?.row.version ?? null,
    }))
    if (review.isOn()) void session.removeRows(rows)
    else setDeleting(rows)
  }
  return (
    <>
      <ImpersonationBar projectRef={projectRef} doing="Viewing rows" disabledReason={keepsRole} />
      <DataToolbar
        session={session}
        view={view}
        layout={layout}
        saved={saved}
        draftColumn={draftColumn}
        onDraftColumn={setDraftColumn}
        canDelete={access.canDelete}
        bulk={{ canEdit: access.canUpdateMany, canDelete: access.canDeleteMany }}
        canChange={access.canInsert || access.canUpdate || access.canDelete}
        keepsRole={keepsRole}
        onConditions={setConditions}
        onSorts={setSorts}
        onDelete={() => askToDelete()}
        onAddColumn={props.definition && props.definition.onAdd}
      />
      <TableGrid
        session={session}
        access={access}
        columns={columns}
        view={view}
        layout={layout}
        window={window}
        controller={() => controller.current}
        onController={setController}
        onSeed={(text) => {
          seed.current = text
        }}
        onConditions={setConditions}
        onFollow={follow}
        onPeek={peek}
        onRelated={(id, filters) => props.onFollow(id, [...filters])}
        onRow={props.onRow}
        onDuplicate={props.onDuplicate}
        onInsert={access.canInsert ? props.onInsert : null}
        onDelete={askToDelete}
      />
      <GridFooter
        session={session}
        window={window}
        hasFilters={filters.length > 0}
        onWindow={setWindowIndex}
      />
      {peeked !== undefined && (
        <Suspense>
          <ReferencePeek
            projectRef={projectRef}
            peeked={peeked}
            onOpen={() => props.onFollow(peeked.reference.target_id, [...peeked.filters])}
            onClose={() => setPeeked(undefined)}
          />
        </Suspense>
      )}
      {deleting !== undefined && (
        <Suspense>
          <DeleteRowsDialog
            session={session}
            rows={deleting}
            onClose={() => setDeleting(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
