import type { DatabaseSequence } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import { useSequences } from '../../../data/resources/services/meta/objects.ts'
import { useSchemas } from '../../../data/resources/services/meta/tables.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { objectAddress } from '../object-address.ts'
import { DatabasePage } from '../database-page.tsx'
import { DropDialog } from '../list/drop-dialog.tsx'
import { listFilter, type ListPageProps } from '../list/list-search.ts'
import { ListToolbar } from '../list/list-toolbar.tsx'
import { ObjectList, type ListColumn } from '../list/object-list.tsx'
import { NewSequenceSheet, SetSequenceSheet } from './sequence-sheets.tsx'

/** The sequences of a schema. */
export function SequencesPage({ projectRef, search, onSearch }: ListPageProps) {
  const [dropped, setDropped] = useState<DatabaseSequence>()
  const filter = listFilter(search)
  const { data: schemas } = useSchemas(projectRef)
  const isProtected = schemas?.find(({ name }) => name === filter.schema)?.is_protected ?? false
  const list = useSequences(projectRef, filter)
  const { panel, open, close } = useRecordPanel({
    alone: ['new'],
    kinds: ['set'],
    items: list.data?.pages.flatMap(({ items }) => items),
  })
  const create = !isProtected && (
    <Button variant="primary" onClick={() => open('new')}>
      New sequence
    </Button>
  )
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Sequences"
      description="Counters that give each row its own number. Identity and serial columns have one."
      action={create}
    >
      {({ canWrite }) => (
        <>
          <ListToolbar {...{ projectRef, search, onSearch }} label="sequences" />
          <ObjectList
            label="sequences"
            list={list}
            search={filter.search}
            columns={COLUMNS}
            detail={({ owned_by, is_identity }) =>
              owned_by === null
                ? 'No column'
                : `${is_identity ? 'Identity' : 'Default'} of ${owned_by}`
            }
            empty={{
              title: `No sequences in ${filter.schema}`,
              description: 'Create one for numbers that several tables share.',
              action: canWrite && create,
            }}
            canChange={canWrite}
            editing={{ projectRef, catalog: 'pg_class', address: objectAddress.sequence }}
            actions={(sequence) => [
              {
                label: 'Set next value',
                onSelect: () => open('set', sequence),
              },
              {
                label: 'Delete sequence',
                variant: 'danger',
                disabled: sequence.is_identity,
                onSelect: () => setDropped(sequence),
              },
            ]}
          />
          {canWrite && panel?.kind === 'new' && (
            <NewSequenceSheet projectRef={projectRef} schema={filter.schema} onClose={close} />
          )}
          {canWrite && panel?.kind === 'set' && (
            <SetSequenceSheet projectRef={projectRef} sequence={panel.item} onClose={close} />
          )}
          {dropped && (
            <DropDialog
              projectRef={projectRef}
              kind="sequence"
              object={dropped}
              change={(cascade) => ({
                kind: 'drop',
                object: objectAddress.sequence(dropped),
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

const COLUMNS: readonly ListColumn<DatabaseSequence>[] = [
  {
    header: 'Last value',
    align: 'right',
    className: 'w-28',
    textClassName: 'truncate tabular-nums',
    cell: ({ last_value }) => last_value ?? <span className="text-muted">Unused</span>,
  },
  {
    header: 'Increment',
    align: 'right',
    className: 'hidden w-24 sm:table-cell',
    textClassName: 'tabular-nums',
    cell: ({ increment }) => increment,
  },
  {
    header: 'Type',
    className: 'hidden w-28 md:table-cell',
    textClassName: 'font-mono',
    cell: ({ type }) => type,
  },
  {
    header: 'Maximum',
    align: 'right',
    className: 'hidden w-48 md:table-cell',
    textClassName: 'tabular-nums',
    cell: ({ max_value, is_cycling }) => `${max_value}${is_cycling ? ', then restarts' : ''}`,
  },
]
