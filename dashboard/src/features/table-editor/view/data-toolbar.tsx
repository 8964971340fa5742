import type { Sort } from '@stoa/contract/services/meta/rows'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { RoleMenu } from '../../../components/impersonation/role-menu.tsx'
import type { Conditions } from '../../../data/resources/services/meta/rows.ts'
import { ColumnsMenu } from '../grid/columns-menu.tsx'
import { refusedFilter } from '../grid/rows-error.tsx'
import { inChosenOrder } from '../grid/grid-layout.ts'
import type { useGridLayout } from '../grid/use-grid-layout.ts'
import type { SessionView, ViewState } from '../session/session-view.ts'
import { classNames } from '../../../lib/class-names.ts'
import type { BulkAccess, BulkKind, BulkScope } from './bulk-access.ts'
import { EditActions } from './edit-actions.tsx'
import { FilterBar } from './filter-bar.tsx'
import { BulkDialog, ExportDialog, SelectionBar } from './lazy-sheets.ts'
import { TableMenu } from './table-menu.tsx'
import type { SavedViews } from './use-saved-views.ts'
import { ViewsMenu } from './views-menu.tsx'

type DataToolbarProps = {
  session: SessionView
  view: ViewState
  layout: ReturnType<typeof useGridLayout>
  saved: SavedViews
  /** The column for which a filter is being added. */
  draftColumn: string | undefined
  onDraftColumn: (column: string | undefined) => void
  canDelete: boolean
  bulk: BulkAccess
  /** Whether any row can be inserted, edited or deleted. */
  canChange: boolean
  /** Why the role cannot be changed; undefined if it can. */
  keepsRole: string | undefined
  onConditions: (conditions: Conditions) => void
  onSorts: (sorts: Sort[]) => void
  onDelete: () => void
  onAddColumn: (() => void) | null
}

/** Filters, sorts, role and columns of the rows; while rows are selected, the actions on them. */
export function DataToolbar({
  session,
  view,
  layout,
  saved,
  keepsRole,
  canChange,
  ...props
}: DataToolbarProps) {
  const { cache, chosen, table } = session
  const [isExporting, setIsExporting] = useState(false)
  const [bulk, setBulk] = useState<{ kind: BulkKind; rows: BulkScope } | undefined>()
  const failure = useSyncExternalStore(cache.subscribe, cache.failure)
  const chosenCount = useSyncExternalStore(chosen.subscribe, () => chosen.all().size)
  return (
    <div className="flex min-h-9 items-center gap-2 border-b px-3 py-1 max-sm:flex-wrap">
      {chosenCount > 0 ? (
        <Suspense fallback={<div className="flex-1" />}>
          <SelectionBar
            session={session}
            view={view}
            count={chosenCount}
            canDelete={props.canDelete}
            onExport={() => setIsExporting(true)}
            onDelete={props.onDelete}
            onBulk={props.bulk.canEdit ? (rows) => setBulk({ kind: 'edit', rows }) : null}
          />
        </Suspense>
      ) : (
        <>
          <ViewsMenu
            projectRef={session.projectRef}
            tableId={table.id}
            saved={saved}
            layout={layout}
          />
          <FilterBar
            columns={table.columns}
            conditions={view}
            sorts={view.sorts}
            draftColumn={props.draftColumn}
            refused={refusedFilter(failure)}
            onDraftColumn={props.onDraftColumn}
            onConditions={props.onConditions}
            onSorts={props.onSorts}
          />
        </>
      )}
      {/* A narrow screen has room for either these or the actions on the selected rows. */}
      <div
        className={classNames(
          'flex items-center gap-2 max-sm:ml-auto',
          chosenCount > 0 && 'max-sm:hidden',
        )}
      >
        {canChange && <EditActions session={session} />}
        <RoleMenu projectRef={session.projectRef} disabledReason={keepsRole} />
        <ColumnsMenu
          columns={table.columns}
          hidden={layout.hidden}
          onShow={layout.show}
          onHide={layout.hide}
          onShowAll={layout.showAll}
          onAdd={props.onAddColumn}
        />
        <TableMenu
          session={session}
          canChange={canChange}
          bulk={props.bulk}
          hasFilters={view.filters.length > 0}
          onExport={() => setIsExporting(true)}
          onBulk={(kind) => setBulk({ kind, rows: 'matching' })}
        />
      </div>
      <Suspense>
        {isExporting && (
          <ExportDialog
            session={session}
            view={view}
            columns={shownColumns(table, layout)}
            onClose={() => setIsExporting(false)}
          />
        )}
        {bulk !== undefined && (
          <BulkDialog
            session={session}
            view={view}
            kind={bulk.kind}
            initialRows={bulk.rows}
            onClose={() => setBulk(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}

function shownColumns(
  { columns }: SessionView['table'],
  { hidden, order }: DataToolbarProps['layout'],
): string[] {
  const names = columns.map(({ name }) => name)
  return inChosenOrder(names, order).filter((name) => !hidden.has(name))
}
