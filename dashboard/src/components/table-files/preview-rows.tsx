import type { FileColumn } from '@stoa/contract/services/table-files'
import { RecordTable, type RecordColumn } from '../list/record-table.tsx'

type FileRow = { id: number; cells: readonly (string | null)[] }

const SHOWN_ROWS = 8

type PreviewRowsProps = {
  columns: readonly Pick<FileColumn, 'source'>[]
  rows: readonly (readonly (string | null)[])[]
}

/** The first rows of a file. */
export function PreviewRows({ columns, rows }: PreviewRowsProps) {
  return (
    <RecordTable
      label="First rows"
      layout="auto"
      items={rows.slice(0, SHOWN_ROWS).map((cells, at) => ({ id: at + 1, cells }))}
      nameOf={({ id }) => `row ${id}`}
      columns={columns.map(columnOf)}
    />
  )
}

const columnOf = ({ source }: Pick<FileColumn, 'source'>, at: number): RecordColumn<FileRow> => ({
  name: `${at} ${source}`,
  header: source,
  headerClassName: 'font-mono whitespace-nowrap',
  textClassName: 'max-w-60 truncate font-mono text-xs',
  cell: ({ cells }) => cells[at] ?? <span className="text-muted">NULL</span>,
})
