import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { Time } from '../../components/time.tsx'
import {
  useCancelImport,
  useImports,
  useReadRejectedRows,
  type ImportState,
} from '../../data/resources/services/imports/imports.ts'
import { useForgetCatalogue } from '../../data/resources/services/meta/tables.ts'
import { downloadText } from '../../lib/download-text.ts'
import { formatCount } from '../../lib/quantities.ts'
import { copyText } from '../../ui/buttons/copy-button.tsx'
import { rejectedCsv } from './import-draft.ts'
import { ImportProgress } from './import-progress.tsx'

type ImportListProps = { projectRef: string; canWrite: boolean }

/** The newest imports of the project, with the progress of those that run. */
export function ImportList({ projectRef, canWrite }: ImportListProps) {
  const imports = useImports(projectRef)
  const cancel = useCancelImport(projectRef)
  const rejected = useReadRejectedRows(projectRef)
  const ended = imports.data?.filter(({ ended_at: endedAt }) => endedAt !== null).length
  const forget = useForgetCatalogue(projectRef)
  // An import that ends creates a table, or changes the rows of one.
  const forgetTables = useEffectEvent(() => void forget())
  useEffect(() => {
    if (ended !== undefined && ended > 0) forgetTables()
  }, [ended])
  const download = ({ id, file_name: name }: ImportState) =>
    rejected.mutate(id, {
      onSuccess: (rows) =>
        downloadText({
          text: rejectedCsv(rows),
          fileName: `${name}.rejected.csv`,
          type: 'text/csv',
        }),
    })
  const actionsOf = (item: ImportState) => [
    ...(item.ended_at === null
      ? [{ label: 'Cancel import', onSelect: () => cancel.mutate(item.id) }]
      : []),
    ...(item.rejected_rows > 0 && item.status === 'succeeded'
      ? [{ label: 'Download rejected rows', onSelect: () => download(item) }]
      : []),
  ]
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="font-semibold">Recent imports</h2>
      <QueryList
        label="imports"
        query={imports}
        empty={{
          title: 'No imports yet',
          description: 'Imports and their results appear here.',
        }}
      >
        {(items) => (
          <RecordTable
            label="Imports"
            items={items}
            nameOf={({ file_name: name }) => name}
            columns={[...COLUMNS, tableColumn(projectRef), stateColumn(projectRef)]}
            actions={(item) => [
              ...(item.schema === null
                ? []
                : [
                    {
                      label: 'Copy table name',
                      onSelect: () => void copyText(`${item.schema}.${item.table}`),
                    },
                  ]),
              ...(canWrite ? actionsOf(item) : []),
            ]}
          />
        )}
      </QueryList>
    </section>
  )
}

const COLUMNS: readonly RecordColumn<ImportState>[] = [
  {
    header: 'File',
    textClassName: 'truncate',
    title: ({ file_name: name }) => name,
    cell: ({ file_name: name }) => name,
  },
  {
    header: 'Rows',
    align: 'right',
    className: 'hidden w-28 sm:table-cell',
    textClassName: 'text-muted tabular-nums',
    cell: ({ rows }) => formatCount(rows),
  },
  {
    header: 'Started',
    className: 'hidden w-36 md:table-cell',
    textClassName: 'text-muted',
    cell: ({ created_at: createdAt }) => <Time date={createdAt} />,
  },
]

const tableColumn = (projectRef: string): RecordColumn<ImportState> => ({
  header: 'Table',
  textClassName: 'truncate font-mono text-xs',
  cell: ({ schema, table, table_id: id, status }) => {
    if (schema === null) return <span className="font-sans text-muted">SQL file</span>
    const name = `${schema}.${table}`
    if (id === null || status !== 'succeeded') return name
    return (
      <Link
        to="/project/$ref/editor/$id"
        params={{ ref: projectRef, id: String(id) }}
        className="text-accent-text hover:underline"
      >
        {name}
      </Link>
    )
  },
})

const stateColumn = (projectRef: string): RecordColumn<ImportState> => ({
  header: 'State',
  className: 'w-2/5',
  cell: (item) => <ImportProgress projectRef={projectRef} item={item} />,
})
