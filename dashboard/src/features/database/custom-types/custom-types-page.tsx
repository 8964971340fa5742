import type { CustomType } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
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

type Chosen =
  | { kind: 'domain' | 'composite' }
  | { kind: 'view' | 'change' | 'drop'; type: CustomType }

/** The domains, composite types and range types of a schema. */
export function CustomTypesPage({ projectRef, search, onSearch }: ListPageProps) {
  const [chosen, setChosen] = useState<Chosen>()
  const filter = listFilter(search)
  const { data: schemas } = useSchemas(projectRef)
  const isProtected = schemas?.find(({ name }) => name === filter.schema)?.is_protected ?? false
  const list = useCustomTypes(projectRef, filter)
  const create = !isProtected && (
    <>
      <Button onClick={() => setChosen({ kind: 'composite' })}>New composite type</Button>
      <Button variant="primary" onClick={() => setChosen({ kind: 'domain' })}>
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
                onSelect: () => setChosen({ kind: 'view', type }),
              },
              { label: 'Change', onSelect: () => setChosen({ kind: 'change', type }) },
              {
                label: 'Delete type',
                variant: 'danger',
                onSelect: () => setChosen({ kind: 'drop', type }),
              },
            ]}
          />
          {chosen && (
            <Chosen
              projectRef={projectRef}
              schema={filter.schema}
              chosen={chosen}
              onClose={() => setChosen(undefined)}
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

type ChosenProps = { projectRef: string; schema: string; chosen: Chosen; onClose: () => void }

function Chosen({ projectRef, schema, chosen, onClose }: ChosenProps) {
  switch (chosen.kind) {
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
          name={chosen.type.name}
          definition={chosen.type.create_sql}
          onClose={onClose}
        />
      )
    case 'change':
      return (
        <DraftEditor
          projectRef={projectRef}
          title={`Change ${chosen.type.name}`}
          draft={changeOf(chosen.type)}
          submitLabel="Change type"
          success="Type changed"
          onClose={onClose}
        />
      )
    case 'drop':
      return (
        <DropDialog
          projectRef={projectRef}
          kind="type"
          object={chosen.type}
          change={(cascade) => ({
            kind: 'drop',
            object: objectAddress.type(chosen.type),
            cascade,
          })}
          onClose={onClose}
        />
      )
  }
}

const changeOf = ({ schema, name, kind }: CustomType) =>
  ({ kind: 'change_type', schema, name, type: kind }) as const
