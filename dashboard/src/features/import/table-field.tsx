import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import { SchemaSelector } from '../../components/schema-selector.tsx'
import { TablePicker } from '../../components/table-picker/table-picker.tsx'
import { useTables } from '../../data/resources/services/meta/tables.ts'
import { Field } from '../../ui/forms/field.tsx'

type TableFieldProps = {
  projectRef: string
  tableId: number | undefined
  table: TableDetail | undefined
  onTable: (tableId: number | undefined) => void
}

/** Selects the table that rows are imported into. */
export function TableField({ projectRef, table, onTable }: TableFieldProps) {
  const [schema, setSchema] = useState(table?.schema ?? 'public')
  const { data = [] } = useTables(projectRef, schema)
  const tables = data.filter(({ kind }) => kind === 'table' || kind === 'partitioned_table')
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Schema">
        {(control) => (
          <SchemaSelector
            {...control}
            projectRef={projectRef}
            value={schema}
            onValueChange={(next) => {
              setSchema(next)
              onTable(undefined)
            }}
          />
        )}
      </Field>
      <Field label="Table">
        {(control) => (
          <TablePicker
            {...control}
            tables={tables}
            value={table?.schema === schema ? table.name : undefined}
            onValueChange={(name) => onTable(tables.find((one) => one.name === name)?.id)}
          />
        )}
      </Field>
    </div>
  )
}
