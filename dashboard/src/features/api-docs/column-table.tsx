import type { Column, TableDetail } from '@stoa/contract/services/meta/catalogue'
import { Badge } from '../../ui/display/badge.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
import { isRequired } from './samples/table-operations.ts'

/** Lists each column's type and whether an insert requires it. */
export function ColumnTable({ table }: { table: TableDetail }) {
  return (
    <Table aria-label="Columns">
      <TableHead>
        <tr>
          <TableHeader>Column</TableHeader>
          <TableHeader>Type</TableHeader>
          <TableHeader>Default</TableHeader>
          <TableHeader>Description</TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        {table.columns.map((column) => (
          <TableRow key={column.position}>
            <TableCell>
              <span className="flex flex-wrap items-center gap-1.5 py-1">
                <code>{column.name}</code>
                {column.is_primary_key && <Badge variant="accent">primary key</Badge>}
                {table.can.insert && isRequired(column) && (
                  <Badge variant="warning">required</Badge>
                )}
                {column.is_unique && !column.is_primary_key && <Badge>unique</Badge>}
              </span>
            </TableCell>
            <TableCell>
              <code className="text-muted">{column.type}</code>
              {column.is_nullable && <span className="text-muted"> or null</span>}
            </TableCell>
            <TableCell className="max-w-60">
              <code className="break-words">{defaultOf(column)}</code>
            </TableCell>
            <TableCell>
              <Description column={column} table={table} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function defaultOf({ identity, is_generated: isGenerated, default_value: value }: Column): string {
  if (isGenerated) return 'computed'
  if (identity !== null) return 'next number'
  return value ?? ''
}

function Description({ column, table }: { column: Column; table: TableDetail }) {
  const reference = table.foreign_keys.find(({ columns }) => columns.includes(column.name))
  const target = reference?.target_columns[reference.columns.indexOf(column.name)]
  return (
    <>
      {column.comment && <p>{column.comment}</p>}
      {reference && (
        <p className="text-muted">
          Refers to{' '}
          <code>
            {reference.target_schema === table.schema ? '' : `${reference.target_schema}.`}
            {reference.target_table}.{target}
          </code>
        </p>
      )}
      {column.enum_values && (
        <p className="text-muted">
          One of <code>{column.enum_values.join(', ')}</code>
        </p>
      )}
    </>
  )
}
