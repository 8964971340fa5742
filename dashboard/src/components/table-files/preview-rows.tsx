import type { FileColumn } from '@stoa/contract/services/table-files'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'

const SHOWN_ROWS = 8

type PreviewRowsProps = {
  columns: readonly Pick<FileColumn, 'source'>[]
  rows: readonly (readonly (string | null)[])[]
}

/** The first rows of a file. */
export function PreviewRows({ columns, rows }: PreviewRowsProps) {
  return (
    <Table aria-label="First rows">
      <TableHead>
        <TableRow>
          {columns.map(({ source }) => (
            <TableHeader key={source} className="font-mono whitespace-nowrap">
              {source}
            </TableHeader>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.slice(0, SHOWN_ROWS).map((row, at) => (
          // Rows of a file have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <TableRow key={at}>
            {columns.map(({ source }, column) => (
              <TableCell key={source} className="max-w-60 truncate font-mono text-xs">
                {row[column] ?? <span className="text-muted">NULL</span>}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
