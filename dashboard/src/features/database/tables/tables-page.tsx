import type { DatabaseTable } from '@stoa/contract/services/meta/objects'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTableObjects } from '../../../data/resources/services/meta/objects.ts'
import { formatBytes, formatCount } from '../../../lib/quantities.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { DatabasePage } from '../database-page.tsx'
import { ListToolbar } from '../list/list-toolbar.tsx'
import { ObjectList, type ListColumn, type RowAction } from '../list/object-list.tsx'
import { RowSecurityDialog } from '../list/row-security-dialog.tsx'
import { RealtimeDialog } from '../../../components/realtime/realtime-dialog.tsx'
import { tablesFilter, type TablesSearch } from './tables-search.ts'

type TablesPageProps = {
  projectRef: string
  search: TablesSearch
  onSearch: (search: TablesSearch) => void
}

type Chosen = { kind: 'security' | 'realtime'; table: DatabaseTable }

/** The tables of a schema, with their size, row level security and realtime. */
export function TablesPage({ projectRef, search, onSearch }: TablesPageProps) {
  const [chosen, setChosen] = useState<Chosen>()
  const { partitionsOf } = search
  const filter = tablesFilter(search)
  const list = useTableObjects(projectRef, filter)
  const close = () => setChosen(undefined)
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Tables"
      description="Tables with their size and access. Rows and columns are edited in the table editor."
      action={
        <Button asChild>
          <Link
            to="/project/$ref/editor"
            params={{ ref: projectRef }}
            search={{ schema: filter.schema }}
          >
            Open table editor
          </Link>
        </Button>
      }
    >
      {({ canWrite }) => (
        <>
          <ListToolbar {...{ projectRef, search, onSearch }} label="tables" />
          {partitionsOf !== undefined && (
            <p className="mb-3 flex items-center gap-2 text-muted">
              <span>
                Partitions of <span className="font-mono text-text">{partitionsOf}</span>
              </span>
              <Button size="sm" onClick={() => onSearch({ schema: filter.schema })}>
                <X />
                All tables
              </Button>
            </p>
          )}
          <ObjectList
            label="tables"
            list={list}
            search={filter.search}
            columns={COLUMNS}
            nameLink={linkIn(projectRef)}
            detail={detailWith((partitionsOf) => onSearch({ schema: filter.schema, partitionsOf }))}
            empty={{
              title: `No tables in ${filter.schema}`,
              description: 'Create a table in the table editor or with SQL.',
            }}
            canChange={canWrite}
            actions={(table) => actionsOf(table, setChosen)}
          />
          {chosen?.kind === 'security' && (
            <RowSecurityDialog
              projectRef={projectRef}
              table={chosen.table}
              hasPolicies={chosen.table.policy_count > 0}
              isEnabled={!chosen.table.rls_enabled}
              onClose={close}
            />
          )}
          {chosen?.kind === 'realtime' && (
            <RealtimeDialog projectRef={projectRef} table={chosen.table} onClose={close} />
          )}
        </>
      )}
    </DatabasePage>
  )
}

function actionsOf(table: DatabaseTable, choose: (chosen: Chosen) => void): RowAction[] {
  if (table.kind === 'foreign_table') return []
  return [
    {
      label: `${table.rls_enabled ? 'Disable' : 'Enable'} row level security`,
      ...(table.rls_enabled && { variant: 'danger' }),
      onSelect: () => choose({ kind: 'security', table }),
    },
    ...(table.partition_of === null
      ? [
          {
            label: `${table.is_in_realtime ? 'Disable' : 'Enable'} realtime`,
            onSelect: () => choose({ kind: 'realtime', table }),
          },
        ]
      : []),
  ]
}

const linkIn = (projectRef: string) =>
  function TableLink({ id, name }: DatabaseTable) {
    return (
      <Link
        to="/project/$ref/editor/$id"
        params={{ ref: projectRef, id: String(id) }}
        className="hover:underline"
      >
        {name}
      </Link>
    )
  }

/** The kind of a table, with a button that lists its partitions, or its comment. */
const detailWith = (showPartitions: (parent: string) => void) =>
  function TableDetail(table: DatabaseTable) {
    const { kind, partition_count: count, partition_of: parent } = table
    if (kind === 'partitioned_table')
      return (
        <button
          type="button"
          className="hover:text-text hover:underline"
          onClick={() => showPartitions(table.name)}
        >
          {count === 1 ? '1 partition' : `${formatCount(count)} partitions`}
        </button>
      )
    if (parent !== null) return `Partition of ${parent}`
    return kind === 'foreign_table' ? 'Foreign table' : table.comment
  }

const numbers = { align: 'right', textClassName: 'tabular-nums' } as const

const COLUMNS: readonly ListColumn<DatabaseTable>[] = [
  {
    header: 'Rows',
    ...numbers,
    className: 'hidden w-24 sm:table-cell',
    title: () => 'An estimate',
    cell: ({ estimated_rows: rows }) =>
      rows === null ? <span className="text-muted">Unknown</span> : `≈ ${formatCount(rows)}`,
  },
  {
    header: 'Size',
    ...numbers,
    className: 'hidden w-20 sm:table-cell',
    cell: ({ size_bytes, kind }) => (kind === 'foreign_table' ? '' : formatBytes(size_bytes)),
  },
  {
    header: 'Columns',
    ...numbers,
    className: 'hidden w-20 md:table-cell',
    cell: ({ column_count }) => column_count,
  },
  {
    header: 'Row level security',
    className: 'w-36 sm:w-44',
    cell: (table) => <RowSecurity table={table} />,
  },
  {
    header: 'Realtime',
    className: 'hidden w-24 md:table-cell',
    cell: ({ is_in_realtime: isOn }) =>
      isOn ? (
        <Badge variant="success">Enabled</Badge>
      ) : (
        <span className="text-muted">Disabled</span>
      ),
  },
]

function RowSecurity({ table }: { table: DatabaseTable }) {
  if (table.kind === 'foreign_table') return <span className="text-muted">Not available</span>
  if (!table.rls_enabled) return <Badge variant="warning">Disabled</Badge>
  const { policy_count: count } = table
  return (
    <Badge variant={count === 0 ? 'neutral' : 'success'}>
      {count === 1 ? '1 policy' : `${formatCount(count)} policies`}
    </Badge>
  )
}
