import type { TableSummary } from '@stoa/contract/services/meta/catalogue'
import type { Filter } from '@stoa/contract/services/meta/rows'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Forbidden } from '../../components/forbidden.tsx'
import { ImpersonationBar } from '../../components/impersonation/impersonation-bar.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { hasErrorCode } from '../../data/client/api-error.ts'
import { forgetLastOpened, keepLastOpened } from '../../data/local/history.ts'
import { useCan, useProject } from '../../data/resources/platform/projects.ts'
import {
  useForgetCatalogue,
  useSchemas,
  useTable,
  useTables,
} from '../../data/resources/services/meta/tables.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { copyText } from '../../ui/buttons/copy-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import type { EditorSearch } from './editor-search.ts'
import {
  DeleteTableDialog,
  DuplicateTableSheet,
  EditTableSheet,
  NewPolicySheet,
  TabBar,
  TableSheet,
} from './view/lazy-sheets.ts'
import { useCopyTableSql } from './structure/use-copy-table-sql.ts'
import { TableList } from './table-list.tsx'
import { useTableTabs } from './view/use-table-tabs.ts'
import { TableSkeleton } from './table-skeleton.tsx'
import { OpenTable } from './open-table.tsx'
import { UnsavedGuard } from './view/unsaved-guard.tsx'
import { formatConditions } from './view/view-search.ts'

type TableEditorPageProps = {
  projectRef: string
  /** The oid of the open table; `new` opens the panel that creates one. */
  tableId: number | 'new' | undefined
  search: EditorSearch
  onSearch: (search: EditorSearch) => void
  onOpen: (tableId: number | undefined, search: EditorSearch) => void
  onImport: (tableId: number | undefined) => void
}

/** The table editor: a schema's tables on the left, the open one on the right. */
export function TableEditorPage({ projectRef, tableId, search, ...props }: TableEditorPageProps) {
  const id = tableId === 'new' ? undefined : tableId
  const table = useTable(projectRef, id)
  const project = useProject(projectRef)
  const can = useCan(projectRef)
  const schemas = useSchemas(projectRef)
  const [isListShown, setIsListShown] = useState(false)
  const [isMaking, setIsMaking] = useState(false)
  const [editing, setEditing] = useState<TableSummary | undefined>()
  const [protecting, setProtecting] = useState<Pick<TableSummary, 'id' | 'name'> | undefined>()
  const [duplicating, setDuplicating] = useState<TableSummary | undefined>()
  const [deleting, setDeleting] = useState<TableSummary | undefined>()
  const schema = search.schema ?? table.data?.schema ?? 'public'
  const isEmpty = useTables(projectRef, schema).data?.length === 0
  useTitle(
    table.data && id !== undefined ? `${table.data.name} in the table editor` : 'Table editor',
    project.data?.name,
  )
  const isProtected = (name: string) =>
    schemas.data?.find((other) => other.name === name)?.is_protected ?? isOfPostgres(name)
  const isGone = hasErrorCode(table.error, 'table_not_found')
  const openTabs = useTableTabs({
    projectRef,
    table: isGone ? undefined : table.data,
    search,
    onOpen: props.onOpen,
  })
  const forgetCatalogue = useForgetCatalogue(projectRef)
  const copySql = useCopyTableSql(projectRef)
  const mayWrite = can('database:write')
  useEffect(() => {
    if (table.data !== undefined) keepLastOpened(projectRef, 'editor', String(table.data.id))
    if (isGone && id !== undefined) forgetLastOpened(projectRef, 'editor', String(id))
  }, [projectRef, id, table.data, isGone])

  // The list of tables is stale too, so it is refetched.
  const forgetGone = useEffectEvent(() => void forgetCatalogue())
  useEffect(() => {
    if (isGone) forgetGone()
  }, [isGone])

  if (project.isSuccess && !can('database:read')) {
    return (
      <div className="p-6">
        <h1 className="sr-only">Table editor</h1>
        <Forbidden missing="database:read">This page shows the project’s tables.</Forbidden>
      </div>
    )
  }
  const open = (next: number) => {
    setIsListShown(false)
    props.onOpen(next, openTabs.tabs.find((tab) => tab.id === next)?.search ?? {})
  }
  const list = (
    <TableList
      projectRef={projectRef}
      schema={schema}
      isProtected={isProtected(schema)}
      currentId={id}
      canWrite={mayWrite}
      onSchema={(next) => props.onSearch({ ...search, schema: next })}
      onOpen={(summary) => open(summary.id)}
      onNew={() => {
        setIsListShown(false)
        setIsMaking(true)
      }}
      onImport={(summary) => props.onImport(summary?.id)}
      onEdit={setEditing}
      onCreatePolicy={(summary) => {
        setIsListShown(false)
        setProtecting(summary)
      }}
      onDelete={setDeleting}
      onCopyName={(summary) => void copyText(summary.name)}
      onCopySql={(summary) => void copySql(summary.id)}
      onDuplicate={(summary) => {
        setIsListShown(false)
        setDuplicating(summary)
      }}
    />
  )
  return (
    <div className="flex size-full min-h-0">
      {(id === undefined || table.data === undefined) && <h1 className="sr-only">Table editor</h1>}
      <aside data-slot="page-list" className="hidden w-60 shrink-0 flex-col border-r md:flex">
        {list}
      </aside>
      <Sheet open={isListShown} side="left" title="Tables" onClose={() => setIsListShown(false)}>
        {list}
      </Sheet>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {openTabs.tabs.length > 1 && (
          <Suspense fallback={<div className="h-9 shrink-0 border-b bg-sunken" />}>
            <TabBar projectRef={projectRef} open={openTabs} currentId={id} onOpen={props.onOpen} />
          </Suspense>
        )}
        {id === undefined && (
          <div className="min-w-0 flex-1">
            <ImpersonationBar projectRef={projectRef} doing="Viewing rows" />
            <EmptyState
              className="m-4 sm:m-6"
              title={isEmpty ? `No tables in ${schema}` : 'No table selected'}
              description={
                isEmpty
                  ? 'Create a table to store and edit rows.'
                  : 'Select a table to view and edit its rows, or create a new one.'
              }
              action={
                <div className="flex gap-2">
                  {mayWrite && !isProtected(schema) && (
                    <Button variant="primary" onClick={() => setIsMaking(true)}>
                      New table
                    </Button>
                  )}
                  <ShowTables onShow={() => setIsListShown(true)} />
                </div>
              }
            />
          </div>
        )}
        {id !== undefined && table.isPending && <TableSkeleton />}
        {id !== undefined && isGone && (
          <div className="min-w-0 flex-1 p-4 sm:p-6">
            <EmptyState
              title="This table no longer exists"
              description="It was deleted, or the link is wrong. Select another table from the list."
              action={<ShowTables onShow={() => setIsListShown(true)} />}
            />
          </div>
        )}
        {id !== undefined && table.isError && !isGone && table.data === undefined && (
          <div className="min-w-0 flex-1 p-4 sm:p-6">
            <QueryError
              title="Could not load the table"
              error={table.error}
              onRetry={() => void table.refetch()}
            />
            <ShowTables onShow={() => setIsListShown(true)} />
          </div>
        )}
        {table.data !== undefined && id !== undefined && !isGone && (
          <OpenTable
            key={id}
            projectRef={projectRef}
            table={table.data}
            isProtected={isProtected(table.data.schema)}
            mayWrite={mayWrite}
            search={search}
            onSearch={props.onSearch}
            row={search.row}
            onRow={(row) => props.onSearch({ ...search, row })}
            onFollow={(target: number, filters: Filter[]) =>
              props.onOpen(target, { filter: formatConditions({ filters, match: 'all' }) })
            }
            onShowList={() => setIsListShown(true)}
            onCreatePolicy={() => setProtecting(table.data)}
            onOutdated={() => void table.refetch()}
          />
        )}
      </div>
      <UnsavedGuard projectRef={projectRef} />
      <Suspense>
        {(isMaking || tableId === 'new') && (
          <TableSheet
            projectRef={projectRef}
            schema={schema}
            onClose={() => {
              setIsMaking(false)
              if (tableId === 'new') props.onOpen(undefined, {})
            }}
            onCreated={(made) => open(made.id)}
          />
        )}
        {editing !== undefined && (
          <EditTableSheet
            projectRef={projectRef}
            table={editing}
            onClose={() => setEditing(undefined)}
          />
        )}
        {duplicating !== undefined && (
          <DuplicateTableSheet
            projectRef={projectRef}
            table={duplicating}
            onClose={() => setDuplicating(undefined)}
            onCreated={(made) => open(made.id)}
          />
        )}
        {protecting !== undefined && (
          <NewPolicySheet
            projectRef={projectRef}
            table={protecting}
            onClose={() => setProtecting(undefined)}
          />
        )}
        {deleting !== undefined && (
          <DeleteTableDialog
            projectRef={projectRef}
            table={deleting}
            onClose={() => setDeleting(undefined)}
            onDeleted={() => {
              forgetLastOpened(projectRef, 'editor', String(deleting.id))
              openTabs.close(deleting.id)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Opens the list of tables on a narrow window, which has no room for it next to the page. */
const ShowTables = ({ onShow }: { onShow: () => void }) => (
  <Button className="md:hidden" onClick={onShow}>
    Show tables
  </Button>
)

/** System schemas, which are not listed because users create nothing in them. */
const isOfPostgres = (schema: string) => schema === 'information_schema' || schema.startsWith('pg_')
