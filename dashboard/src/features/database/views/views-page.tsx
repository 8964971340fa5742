import type { DatabaseView } from '@stoa/contract/services/meta/objects'
import type { Replaced } from '@stoa/contract/services/meta/query'
import { useState } from 'react'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import { useReadView, useViews } from '../../../data/resources/services/meta/objects.ts'
import { useSchemas } from '../../../data/resources/services/meta/tables.ts'
import { formatBytes } from '../../../lib/quantities.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { objectAddress } from '../object-address.ts'
import { DatabasePage } from '../database-page.tsx'
import { DefinitionSheet } from '../list/definition-sheet.tsx'
import { ChangeDialog, DropDialog } from '../list/drop-dialog.tsx'
import { listFilter, type ListPageProps } from '../list/list-search.ts'
import { ListToolbar } from '../list/list-toolbar.tsx'
import { ObjectList, type ListColumn, type RowAction } from '../list/object-list.tsx'
import { StatementEditor } from '../list/statement-editor.tsx'
import { DraftEditor } from '../list/draft-editor.tsx'

type Chosen = { kind: 'new' } | { kind: 'view' | 'edit' | 'refresh' | 'drop'; item: DatabaseView }

/** The views and materialized views of a schema. */
export function ViewsPage({ projectRef, search, onSearch }: ListPageProps) {
  const filter = listFilter(search)
  const { data: schemas } = useSchemas(projectRef)
  const isProtected = schemas?.find(({ name }) => name === filter.schema)?.is_protected ?? false
  const list = useViews(projectRef, filter)
  const { panel, open, close } = useRecordPanel({
    alone: ['new'],
    kinds: ['view', 'edit'],
    items: list.data?.pages.flatMap(({ items }) => items),
  })
  const [asked, setAsked] = useState<Chosen>()
  const create = !isProtected && (
    <Button variant="primary" onClick={() => open('new')}>
      New view
    </Button>
  )
  const ask = (kind: 'refresh' | 'drop', item: DatabaseView) => () => setAsked({ kind, item })
  const actions = (view: DatabaseView): RowAction[] => [
    { label: 'View definition', isReading: true, onSelect: () => open('view', view) },
    view.is_materialized
      ? { label: 'Refresh', onSelect: ask('refresh', view) }
      : { label: 'Edit', disabled: view.query === null, onSelect: () => open('edit', view) },
    { label: 'Delete view', variant: 'danger', onSelect: ask('drop', view) },
  ]
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Views"
      description="Named queries that you read like tables. A materialized view keeps the rows until its next refresh."
      action={create}
    >
      {({ canWrite }) => (
        <>
          <ListToolbar {...{ projectRef, search, onSearch }} label="views" />
          <ObjectList
            label="views"
            list={list}
            search={filter.search}
            columns={COLUMNS}
            detail={({ is_materialized }) => (is_materialized ? 'materialized view' : 'view')}
            empty={{
              title: `No views in ${filter.schema}`,
              description: 'A view gives a query a name, so that clients can read it like a table.',
              action: canWrite && create,
            }}
            canChange={canWrite}
            editing={{ projectRef, catalog: 'pg_class', address: objectAddress.view }}
            actions={actions}
          />
          {panel && (panel.kind === 'view' || (canWrite && !panel.item?.locked_by)) && (
            <Chosen projectRef={projectRef} schema={filter.schema} chosen={panel} onClose={close} />
          )}
          {asked && (
            <Chosen
              projectRef={projectRef}
              schema={filter.schema}
              chosen={asked}
              onClose={() => setAsked(undefined)}
            />
          )}
        </>
      )}
    </DatabasePage>
  )
}

const COLUMNS: readonly ListColumn<DatabaseView>[] = [
  {
    header: 'Runs as',
    className: 'w-24 sm:w-32',
    cell: (view) => <ReadsAs view={view} />,
  },
  {
    header: 'Size',
    align: 'right',
    className: 'hidden w-20 sm:table-cell',
    textClassName: 'tabular-nums',
    cell: ({ is_materialized, size_bytes }) => (is_materialized ? formatBytes(size_bytes) : ''),
  },
  {
    header: 'Query',
    className: 'hidden w-1/2 lg:table-cell',
    textClassName: 'truncate font-mono text-muted',
    cell: ({ query }) => query?.replaceAll(/\s+/g, ' ').trim(),
  },
]

/** Whether a view is a security invoker or definer. A definer view bypasses row level security. */
function ReadsAs({ view }: { view: DatabaseView }) {
  if (view.is_materialized && !view.is_populated) return <Badge variant="warning">No data</Badge>
  if (view.is_materialized) return <span className="text-muted">Stored rows</span>
  if (view.is_security_invoker) return <span>Caller</span>
  return (
    <Tooltip content="Bypasses row level security, because the view reads its tables as its owner. Set security_invoker to change this.">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip opens on focus too */}
      <span tabIndex={0} className="text-warning-text underline decoration-dotted">
        View owner
      </span>
    </Tooltip>
  )
}

type ChosenProps = { projectRef: string; schema: string; chosen: Chosen; onClose: () => void }

function Chosen({ projectRef, schema, chosen, onClose }: ChosenProps) {
  const readView = useReadView(projectRef)
  if (chosen.kind === 'new')
    return (
      <DraftEditor
        projectRef={projectRef}
        title="New view"
        draft={{ kind: 'new_view', schema }}
        submitLabel="Create view"
        success="View created"
        onClose={onClose}
      />
    )
  const { kind, item: view } = chosen
  switch (kind) {
    case 'view':
      return <DefinitionSheet name={view.name} definition={view.create_sql} onClose={onClose} />
    case 'edit':
      return (
        <StatementEditor
          projectRef={projectRef}
          title={`Edit ${view.name}`}
          initialText={view.create_sql ?? ''}
          submitLabel="Save view"
          replaces={replacing(view)}
          readCurrent={async () => {
            const current = await readView(view)
            return current && { text: current.create_sql ?? '', replaces: replacing(current) }
          }}
          success="View saved"
          onClose={onClose}
        />
      )
    case 'refresh':
      return (
        <ChangeDialog
          projectRef={projectRef}
          title={`Refresh ${view.name}?`}
          description="Runs its query again and replaces its rows. Reads wait until it has finished."
          confirmLabel="Refresh"
          variant="success"
          success="Materialized view refreshed"
          change={{ kind: 'refresh_view', schema: view.schema, name: view.name }}
          onClose={onClose}
        />
      )
    case 'drop':
      return (
        <DropDialog
          projectRef={projectRef}
          kind="view"
          object={view}
          change={(cascade) => ({ kind: 'drop', object: objectAddress.view(view), cascade })}
          onClose={onClose}
        />
      )
  }
}

const replacing = ({ id, query, options }: DatabaseView): Replaced => ({
  kind: 'view',
  id,
  query,
  options,
})
