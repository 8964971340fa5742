import type { EnumType } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
import { useEnumTypes } from '../../../data/resources/services/meta/objects.ts'
import { useSchemas } from '../../../data/resources/services/meta/tables.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { objectAddress } from '../object-address.ts'
import { DatabasePage } from '../database-page.tsx'
import { DropDialog } from '../list/drop-dialog.tsx'
import { listFilter, type ListPageProps } from '../list/list-search.ts'
import { ListToolbar } from '../list/list-toolbar.tsx'
import { ObjectList, type ListColumn } from '../list/object-list.tsx'
import { AddValueSheet, NewTypeSheet, RenameValueSheet } from './type-sheets.tsx'

type Chosen = { kind: 'new' } | { kind: 'add' | 'rename' | 'drop'; type: EnumType }

/** The enumerated types of a schema. */
export function TypesPage({ projectRef, search, onSearch }: ListPageProps) {
  const [chosen, setChosen] = useState<Chosen>()
  const filter = listFilter(search)
  const { data: schemas } = useSchemas(projectRef)
  const isProtected = schemas?.find(({ name }) => name === filter.schema)?.is_protected ?? false
  const list = useEnumTypes(projectRef, filter)
  const close = () => setChosen(undefined)
  const create = !isProtected && (
    <Button variant="primary" onClick={() => setChosen({ kind: 'new' })}>
      New type
    </Button>
  )
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Enumerated types"
      description="Column types with a fixed list of values."
      action={create}
    >
      {({ canWrite }) => (
        <>
          <ListToolbar {...{ projectRef, search, onSearch }} label="types" />
          <ObjectList
            label="types"
            list={list}
            search={filter.search}
            columns={COLUMNS}
            empty={{
              title: `No enumerated types in ${filter.schema}`,
              description: 'A column with an enumerated type only accepts the values of its list.',
              action: canWrite && create,
            }}
            canChange={canWrite}
            editing={{ projectRef, catalog: 'pg_type', address: objectAddress.type }}
            actions={(type) => [
              { label: 'Add value', onSelect: () => setChosen({ kind: 'add', type }) },
              {
                label: 'Rename value',
                disabled: type.values.length === 0,
                onSelect: () => setChosen({ kind: 'rename', type }),
              },
              {
                label: 'Delete type',
                variant: 'danger',
                onSelect: () => setChosen({ kind: 'drop', type }),
              },
            ]}
          />
          {chosen?.kind === 'new' && (
            <NewTypeSheet projectRef={projectRef} schema={filter.schema} onClose={close} />
          )}
          {chosen?.kind === 'add' && (
            <AddValueSheet projectRef={projectRef} type={chosen.type} onClose={close} />
          )}
          {chosen?.kind === 'rename' && (
            <RenameValueSheet projectRef={projectRef} type={chosen.type} onClose={close} />
          )}
          {chosen?.kind === 'drop' && (
            <DropDialog
              projectRef={projectRef}
              kind="type"
              object={chosen.type}
              change={(cascade) => ({
                kind: 'drop',
                object: objectAddress.type(chosen.type),
                cascade,
              })}
              onClose={close}
            />
          )}
        </>
      )}
    </DatabasePage>
  )
}

/** A type can have thousands of values. */
const MOST_SHOWN = 50

const shortened = (values: readonly string[]): string =>
  [
    values.slice(0, MOST_SHOWN).join(', '),
    ...(values.length > MOST_SHOWN ? [`and ${formatCount(values.length - MOST_SHOWN)} more`] : []),
  ].join(' ')

const COLUMNS: readonly ListColumn<EnumType>[] = [
  {
    header: 'Values',
    className: 'w-1/2 sm:w-3/5',
    textClassName: 'truncate font-mono',
    cell: ({ values }) => <span title={shortened(values)}>{shortened(values)}</span>,
  },
]
