import type { FileSource } from '@stoa/contract/services/wrappers/files'
import { NameButton, RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { Time } from '../../components/time.tsx'
import { formatCount } from '../../lib/quantities.ts'
import { placeText } from './file-draft.ts'
import { FileState } from './file-state.tsx'

export type FileAction = 'details' | 'edit' | 'delete'

type FileTableProps = {
  sources: readonly FileSource[]
  canWrite: boolean
  onAction: (action: FileAction, source: FileSource) => void
}

export function FileTable({ sources, canWrite, onAction }: FileTableProps) {
  return (
    <RecordTable
      label="Files"
      items={sources}
      nameOf={nameOfFile}
      columns={[nameColumn(onAction), ...COLUMNS]}
      actions={(source) => [
        { label: 'Details', onSelect: () => onAction('details', source) },
        ...(canWrite
          ? [
              { label: 'Edit', onSelect: () => onAction('edit', source) },
              {
                label: 'Delete file',
                variant: 'danger' as const,
                onSelect: () => onAction('delete', source),
              },
            ]
          : []),
      ]}
    />
  )
}

const nameColumn = (onAction: FileTableProps['onAction']): RecordColumn<FileSource> => ({
  header: 'Name',
  cell: (source) => (
    <NameButton className="font-mono" onClick={() => onAction('details', source)}>
      {nameOfFile(source)}
    </NameButton>
  ),
})

const COLUMNS: readonly RecordColumn<FileSource>[] = [
  {
    header: 'Source',
    className: 'hidden md:table-cell',
    textClassName: 'truncate font-mono text-xs',
    title: ({ place }) => placeText(place),
    cell: ({ place }) => placeText(place),
  },
  {
    header: 'Rows',
    align: 'right',
    className: 'hidden w-24 sm:table-cell',
    textClassName: 'text-muted tabular-nums',
    cell: ({ loaded }) => (loaded ? formatCount(loaded.rows) : '–'),
  },
  {
    header: 'Last refresh',
    className: 'hidden w-36 sm:table-cell',
    textClassName: 'text-muted',
    cell: ({ loaded }) => (loaded ? <Time date={loaded.refreshed_at} /> : 'Never'),
  },
  { header: 'State', className: 'w-32', cell: (source) => <FileState source={source} /> },
]

export const nameOfFile = ({ schema, table }: Pick<FileSource, 'schema' | 'table'>) =>
  `${schema}.${table}`
