import type { Column, TableDetail } from '@stoa/contract/services/meta/catalogue'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { isRequired } from './samples/table-operations.ts'

/** Lists each column's type and whether an insert requires it. */
export const ColumnTable = ({ table }: { table: TableDetail }) => (
  <RecordTable
    label="Columns"
    layout="auto"
    items={table.columns.map((column) => ({ ...column, id: column.position }))}
    nameOf={({ name }) => name}
    columns={columnsFor(table)}
  />
)

const columnsFor = (table: TableDetail): readonly RecordColumn<Column>[] => [
  {
    header: 'Column',
    cell: (column) => (
      <span className="flex flex-wrap items-center gap-1.5 py-1">
        <code>{column.name}</code>
        {column.is_primary_key && <Badge variant="accent">primary key</Badge>}
        {table.can.insert && isRequired(column) && <Badge variant="warning">required</Badge>}
        {column.is_unique && !column.is_primary_key && <Badge>unique</Badge>}
      </span>
    ),
  },
  {
    header: 'Type',
    cell: ({ type, is_nullable: isNullable }) => (
      <>
        <code className="text-muted">{type}</code>
        {isNullable && <span className="text-muted"> or null</span>}
      </>
    ),
  },
  {
    header: 'Default',
    textClassName: 'max-w-60',
    cell: (column) => <code className="break-words">{defaultOf(column)}</code>,
  },
  {
    header: 'Description',
    cell: (column) => <Description column={column} table={table} />,
  },
]

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
