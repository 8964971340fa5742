import type { DatabaseSequence } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
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

type Chosen = { kind: 'new' } | { kind: 'set' | 'drop'; sequence: DatabaseSequence }

/** The sequences of a schema. */
export function SequencesPage({ projectRef, search, onSearch }: ListPageProps) {
  const [chosen, setChosen] = useState<Chosen>()
  const filter = listFilter(search)
  const { data: schemas } = useSchemas(projectRef)
  const isProtected = schemas?.find(({ name }) => name === filter.schema)?.is_protected ?? false
  const list = useSequences(projectRef, filter)
  const close = () => setChosen(undefined)
  const create = !isProtected && (
    <Button variant="primary" onClick={() => setChosen({ kind: 'new' })}>
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
                onSelect: () => setChosen({ kind: 'set', sequence }),
              },
              {
                label: 'Delete sequence',
                variant: 'danger',
                disabled: sequence.is_identity,
                onSelect: () => setChosen({ kind: 'drop', sequence }),
              },
            ]}
          />
          {chosen?.kind === 'new' && (
            <NewSequenceSheet projectRef={projectRef} schema={filter.schema} onClose={close} />
          )}
          {chosen?.kind === 'set' && (
            <SetSequenceSheet projectRef={projectRef} sequence={chosen.sequence} onClose={close} />
          )}
          {chosen?.kind === 'drop' && (
            <DropDialog
              projectRef={projectRef}
              kind="sequence"
              object={chosen.sequence}
              change={(cascade) => ({
                kind: 'drop',
                object: objectAddress.sequence(chosen.sequence),
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
