import type { Column, TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Filter } from '@stoa/contract/services/meta/rows'
import { Suspense, useMemo, useState } from 'react'
import { DataView } from './data-view.tsx'
import {
  ColumnSheet,
  DefinitionView,
  DeleteColumnDialog,
  InsertSheet,
  RowSheet,
} from './lazy-sheets.ts'
import { formatRowKey, parseRowKey } from './view-search.ts'
import type { Fields } from '../insert/insert-values.ts'
import { useImpersonation } from '../../../data/local/impersonation.ts'
import { tableAccess } from '../session/table-access.ts'
import { Conflicts } from './conflicts.tsx'
import { ProblemsBar } from './problems-bar.tsx'
import { ReviewBar } from './review-bar.tsx'
import { TableHeader } from './table-header.tsx'
import type { TableTab } from './table-header.tsx'
import type { SavedViews } from './use-saved-views.ts'
import { useTableSession } from '../session/use-table-session.ts'
import type { ViewState } from '../session/session-view.ts'

type TableViewProps = {
  projectRef: string
  table: TableDetail
  isProtected: boolean
  mayWrite: boolean
  view: ViewState
  saved: SavedViews
  onView: (view: ViewState) => void
  /** The key of the row that is open in the panel, as in the URL. */
  row: string | undefined
  onRow: (row: string | undefined) => void
  onFollow: (tableId: number, filters: Filter[]) => void
  onShowList: () => void
  onCreatePolicy: () => void
  /** Called when the table's definition has changed since it was loaded. */
  onOutdated: () => void
}

type Panel = { kind: 'insert'; initial: Fields } | { kind: 'column'; column: Column | undefined }

/** One open table: its header and its rows or definition. */
export function TableView({ projectRef, table, view, ...props }: TableViewProps) {
  const { isProtected, mayWrite } = props
  const access = useMemo(
    () => tableAccess(table, { isProtected, mayWrite }),
    [table, isProtected, mayWrite],
  )
  const session = useTableSession({
    projectRef,
    table,
    view,
    onOutdated: props.onOutdated,
  })
  const [tab, setTab] = useState<TableTab>('data')
  const [panel, setPanel] = useState<Panel | undefined>()
  const [deleting, setDeleting] = useState<Column | undefined>()
  const [impersonation] = useImpersonation(projectRef)
  const { row } = props
  const rowKey = useMemo(
    () => (row === undefined ? undefined : parseRowKey(row, table.primary_key)),
    [row, table],
  )
  const isTable = table.kind === 'table' || table.kind === 'partitioned_table'
  const canChange = mayWrite && !isProtected && isTable
  return (
    <section className="flex min-h-0 min-w-0 flex-1 flex-col">
      <TableHeader
        projectRef={projectRef}
        table={table}
        access={access}
        canChange={canChange}
        tab={tab}
        onTab={setTab}
        onInsert={() => setPanel({ kind: 'insert', initial: {} })}
        onShowList={props.onShowList}
        onCreatePolicy={props.onCreatePolicy}
      />
      {tab === 'definition' && (
        <Suspense fallback={<div className="flex-1" />}>
          <DefinitionView projectRef={projectRef} table={table} canChange={canChange} />
        </Suspense>
      )}
      {tab === 'data' && (
        <DataView
          session={session}
          access={access}
          view={view}
          saved={props.saved}
          onView={props.onView}
          onFollow={props.onFollow}
          onRow={(key) => props.onRow(formatRowKey(key))}
          onDuplicate={(initial) => setPanel({ kind: 'insert', initial })}
          onInsert={() => setPanel({ kind: 'insert', initial: {} })}
          definition={
            canChange
              ? {
                  onAdd: () => setPanel({ kind: 'column', column: undefined }),
                  onEdit: (column) => setPanel({ kind: 'column', column }),
                  onDelete: setDeleting,
                }
              : null
          }
        />
      )}
      <ProblemsBar edits={session.edits} />
      <ReviewBar session={session} />
      <Conflicts session={session} />
      <Suspense>
        {panel?.kind === 'insert' && (
          <InsertSheet
            projectRef={projectRef}
            table={table}
            onClose={() => setPanel(undefined)}
            initial={panel.initial}
            hasFilters={view.filters.length > 0}
            onInserted={session.addInserted}
            onInsertedBefore={session.cache.refresh}
            onCollect={session.review.isOn() ? (values) => session.review.add([values]) : null}
          />
        )}
        {rowKey !== undefined && access.canUpdate && (
          <RowSheet
            key={row}
            session={session}
            rowKey={rowKey}
            role={JSON.stringify(impersonation ?? null)}
            onRelated={(id, filters) => props.onFollow(id, [...filters])}
            onClose={() => props.onRow(undefined)}
          />
        )}
        {panel?.kind === 'column' && (
          <ColumnSheet
            projectRef={projectRef}
            table={table}
            column={panel.column}
            onClose={() => setPanel(undefined)}
          />
        )}
        {deleting !== undefined && (
          <DeleteColumnDialog
            projectRef={projectRef}
            table={table}
            column={deleting}
            onClose={() => setDeleting(undefined)}
          />
        )}
      </Suspense>
    </section>
  )
}
