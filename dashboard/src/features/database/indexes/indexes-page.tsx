import type { DatabaseIndex } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
import { useIndexes } from '../../../data/resources/services/meta/objects.ts'
import { useSchemas } from '../../../data/resources/services/meta/tables.ts'
import { formatBytes, formatCount } from '../../../lib/quantities.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { objectAddress } from '../object-address.ts'
import { DatabasePage } from '../database-page.tsx'
import { DefinitionSheet } from '../list/definition-sheet.tsx'
import { DropDialog } from '../list/drop-dialog.tsx'
import { listFilter, type ListPageProps } from '../list/list-search.ts'
import { ListToolbar } from '../list/list-toolbar.tsx'
import { ObjectList, type ListColumn } from '../list/object-list.tsx'
import { AdvisorSheet } from './advisor-sheet.tsx'
import { ConstraintDialog, furtherActions, RebuildDialog } from './index-changes.tsx'
import { IndexSheet } from './index-sheet.tsx'
import { Option } from '../../../components/form/option.tsx'

type Chosen =
  | { kind: 'new' | 'advisor' }
  | { kind: 'view' | 'drop' | 'rebuild' | 'primary_key' | 'unique'; index: DatabaseIndex }

/** The indexes of a schema with their sizes and uses. */
export function IndexesPage({ projectRef, search, onSearch }: ListPageProps) {
  const [chosen, setChosen] = useState<Chosen>()
  const filter = listFilter(search)
  const { data: schemas } = useSchemas(projectRef)
  const isProtected = schemas?.find(({ name }) => name === filter.schema)?.is_protected ?? false
  const list = useIndexes(projectRef, filter)
  const close = () => setChosen(undefined)
  const create = !isProtected && (
    <Button variant="primary" onClick={() => setChosen({ kind: 'new' })}>
      New index
    </Button>
  )
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Indexes"
      description="Indexes speed up reads and slow down writes a little. Scans are counted since the last statistics reset."
      action={
        <>
          <Button onClick={() => setChosen({ kind: 'advisor' })}>Index advisor</Button>
          {create}
        </>
      }
    >
      {({ canWrite }) => (
        <>
          <ListToolbar {...{ projectRef, search, onSearch }} label="indexes" />
          <ObjectList
            label="indexes"
            list={list}
            search={filter.search}
            columns={COLUMNS}
            detail={({ table }) => `on ${table}`}
            empty={{
              title: `No indexes in ${filter.schema}`,
              description:
                'Primary keys and unique columns have an index. Create others for columns that you filter or join by.',
              action: canWrite && create,
            }}
            canChange={canWrite}
            editing={{ projectRef, catalog: 'pg_class', address: objectAddress.index }}
            actions={(index) => [
              {
                label: 'View definition',
                isReading: true,
                onSelect: () => setChosen({ kind: 'view', index }),
              },
              ...furtherActions(index, (kind) => setChosen({ kind, index })),
              {
                label: 'Delete index',
                variant: 'danger',
                onSelect: () => setChosen({ kind: 'drop', index }),
              },
            ]}
          />
          {chosen?.kind === 'new' && (
            <IndexSheet projectRef={projectRef} schema={filter.schema} onClose={close} />
          )}
          {chosen?.kind === 'advisor' && <AdvisorSheet projectRef={projectRef} onClose={close} />}
          {chosen?.kind === 'view' && (
            <DefinitionSheet
              name={chosen.index.name}
              definition={chosen.index.definition}
              onClose={close}
            />
          )}
          {chosen?.kind === 'rebuild' && (
            <RebuildDialog projectRef={projectRef} index={chosen.index} onClose={close} />
          )}
          {(chosen?.kind === 'primary_key' || chosen?.kind === 'unique') && (
            <ConstraintDialog
              projectRef={projectRef}
              index={chosen.index}
              constraint={chosen.kind}
              onClose={close}
            />
          )}
          {chosen?.kind === 'drop' && (
            <DropIndexDialog projectRef={projectRef} index={chosen.index} onClose={close} />
          )}
        </>
      )}
    </DatabasePage>
  )
}

const COLUMNS: readonly ListColumn<DatabaseIndex>[] = [
  {
    header: 'Kind',
    className: 'hidden w-36 sm:table-cell',
    cell: ({ method, is_unique, is_primary_key, is_valid }) => (
      <span className="flex items-center gap-1.5">
        {is_valid ? (
          <span>
            {method}
            {is_primary_key && ', primary key'}
            {is_unique && !is_primary_key && ', unique'}
          </span>
        ) : (
          <Badge variant="warning">Invalid</Badge>
        )}
      </span>
    ),
  },
  {
    header: 'Size',
    align: 'right',
    className: 'w-18 sm:w-20',
    textClassName: 'tabular-nums',
    cell: ({ size_bytes, is_partitioned }) => (is_partitioned ? '' : formatBytes(size_bytes)),
  },
  {
    header: 'Scans',
    align: 'right',
    className: 'w-18 sm:w-20',
    textClassName: 'tabular-nums',
    cell: ({ scans, is_partitioned }) => (is_partitioned ? '' : formatCount(scans)),
  },
  {
    header: 'Definition',
    className: 'hidden w-2/5 lg:table-cell',
    textClassName: 'truncate font-mono text-muted',
    cell: ({ definition }) => <span title={definition ?? undefined}>{columnsOf(definition)}</span>,
  },
]

/** The part after the method: the columns, and the condition of a partial index. */
const columnsOf = (definition: string | null): string =>
  definition === null ? '' : definition.slice(Math.max(0, definition.indexOf(' USING ') + 7))

type DropIndexDialogProps = { projectRef: string; index: DatabaseIndex; onClose: () => void }

function DropIndexDialog({ projectRef, index, onClose }: DropIndexDialogProps) {
  const [isConcurrent, setIsConcurrent] = useState(!index.is_partitioned)
  return (
    <DropDialog
      projectRef={projectRef}
      kind="index"
      object={index}
      change={(cascade) => ({
        kind: 'drop_index',
        schema: index.schema,
        name: index.name,
        cascade,
        is_concurrent: isConcurrent,
      })}
      onClose={onClose}
    >
      {!index.is_partitioned && (
        <Option checked={isConcurrent} onChange={(next) => setIsConcurrent(next)}>
          Delete concurrently (doesn’t block reads and writes)
        </Option>
      )}
    </DropDialog>
  )
}
