import type { CustomType } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import { useCustomTypes } from '../../../data/resources/services/meta/objects.ts'
import { useSchemas } from '../../../data/resources/services/meta/tables.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { objectAddress } from '../object-address.ts'
import { DatabasePage } from '../database-page.tsx'
import { DefinitionSheet } from '../list/definition-sheet.tsx'
import { DropDialog } from '../list/drop-dialog.tsx'
import { listFilter, type ListPageProps } from '../list/list-search.ts'
import { ListToolbar } from '../list/list-toolbar.tsx'
import { ObjectList, type ListColumn } from '../list/object-list.tsx'
import { DraftEditor } from '../list/draft-editor.tsx'

type OpenPanel = { kind: 'domain' | 'composite' } | { kind: 'view' | 'change'; item: CustomType }

/** The domains, composite types and range types of a schema. */
export function CustomTypesPage({ projectRef, search, onSearch }: ListPageProps) {
  const filter = listFilter(search)
  const { data: schemas } = useSchemas(projectRef)
  const isProtected = schemas?.find(({ name }) => name === filter.schema)?.is_protected ?? false
  const list = useCustomTypes(projectRef, filter)
  const { panel, open, close } = useRecordPanel({
    alone: ['domain', 'composite'],
    kinds: ['view', 'change'],
    items: list.data?.pages.flatMap(({ items }) => items),
  })
  const [dropped, setDropped] = useState<CustomType>()
  const create = !isProtected && (
    <>
      <Button onClick={() => open('composite')}>New composite type</Button>
      <Button variant="primary" onClick={() => open('domain')}>
        New domain
      </Button>
    </>
  )
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Custom types"
      description="A domain is a type with rules for its values. A composite type combines several fields. A range type holds a lower and an upper bound."
      action={create}
    >
      {({ canWrite }) => (
        <>
          <ListToolbar {...{ projectRef, search, onSearch }} label="custom types" />
          <ObjectList
            label="custom types"
            list={list}
            search={filter.search}
            columns={COLUMNS}
            detail={({ kind }) => (kind === 'domain' ? 'domain' : `${kind} type`)}
            empty={{
              title: `No custom types in ${filter.schema}`,
              description: 'A domain applies the same checks to every column that uses it.',
              action: canWrite && create,
            }}
            canChange={canWrite}
            editing={{ projectRef, catalog: 'pg_type', address: objectAddress.type }}
            actions={(type) => [
              {
                label: 'View definition',
                isReading: true,
                onSelect: () => open('view', type),
              },
              { label: 'Change', onSelect: () => open('change', type) },
              {
                label: 'Delete type',
                variant: 'danger',
                onSelect: () => setDropped(type),
              },
            ]}
          />
          {panel && (canWrite || panel.kind === 'view') && (
            <Panel projectRef={projectRef} schema={filter.schema} panel={panel} onClose={close} />
          )}
          {dropped && (
            <DropDialog
              projectRef={projectRef}
              kind="type"
              object={dropped}
              change={(cascade) => ({
                kind: 'drop',
                object: objectAddress.type(dropped),
                cascade,
              })}
              onClose={() => setDropped(undefined)}
            />
          )}
        </>
      )}
    </DatabasePage>
  )
}

const COLUMNS: readonly ListColumn<CustomType>[] = [
  {
    header: 'Definition',
    className: 'w-1/2 sm:w-3/5',
    textClassName: 'truncate font-mono',
    cell: ({ definition }) => <span title={definition}>{definition}</span>,
  },
]

type PanelProps = { projectRef: string; schema: string; panel: OpenPanel; onClose: () => void }

function Panel({ projectRef, schema, panel, onClose }: PanelProps) {
  switch (panel.kind) {
    case 'domain':
      return (
        <DraftEditor
          projectRef={projectRef}
          title="New domain"
          draft={{ kind: 'new_domain', schema }}
          submitLabel="Create domain"
          success="Domain created"
          onClose={onClose}
        />
      )
    case 'composite':
      return (
        <DraftEditor
          projectRef={projectRef}
          title="New composite type"
          draft={{ kind: 'new_composite_type', schema }}
          submitLabel="Create type"
          success="Type created"
          onClose={onClose}
        />
      )
    case 'view':
      return (
        <DefinitionSheet
          name={panel.item.name}
          definition={panel.item.create_sql}
          onClose={onClose}
        />
      )
    case 'change':
      return (
        <DraftEditor
          projectRef={projectRef}
          title={`Change ${panel.item.name}`}
          draft={changeOf(panel.item)}
          submitLabel="Change type"
          success="Type changed"
          onClose={onClose}
        />
      )
  }
}

const changeOf = ({ schema, name, kind }: CustomType) =>
  ({ kind: 'change_type', schema, name, type: kind }) as const
