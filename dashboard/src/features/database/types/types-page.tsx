import type { EnumType } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
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

/** The enumerated types of a schema. */
export function TypesPage({ projectRef, search, onSearch }: ListPageProps) {
  const [dropped, setDropped] = useState<EnumType>()
  const filter = listFilter(search)
  const { data: schemas } = useSchemas(projectRef)
  const isProtected = schemas?.find(({ name }) => name === filter.schema)?.is_protected ?? false
  const list = useEnumTypes(projectRef, filter)
  const { panel, open, close } = useRecordPanel({
    alone: ['new'],
    kinds: ['add-value', 'rename-value'],
    items: list.data?.pages.flatMap(({ items }) => items),
  })
  const create = !isProtected && (
    <Button variant="primary" onClick={() => open('new')}>
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
              { label: 'Add value', onSelect: () => open('add-value', type) },
              {
                label: 'Rename value',
                disabled: type.values.length === 0,
                onSelect: () => open('rename-value', type),
              },
              {
                label: 'Delete type',
                variant: 'danger',
                onSelect: () => setDropped(type),
              },
            ]}
          />
          {canWrite && panel?.kind === 'new' && (
            <NewTypeSheet projectRef={projectRef} schema={filter.schema} onClose={close} />
          )}
          {canWrite && panel?.kind === 'add-value' && (
            <AddValueSheet projectRef={projectRef} type={panel.item} onClose={close} />
          )}
          {canWrite && panel?.kind === 'rename-value' && (
            <RenameValueSheet projectRef={projectRef} type={panel.item} onClose={close} />
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
