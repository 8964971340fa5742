import { IndexMethod } from '@stoa/contract/services/meta/object-changes'
import { Identifier, OptionalName } from '@stoa/contract/services/meta/params'
import { z } from 'zod'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { ChangeForm } from '../../../components/sql-form/change-form.tsx'
import { TablePicker } from '../../../components/table-picker/table-picker.tsx'
import { useTable, useTables } from '../../../data/resources/database/tables.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { CheckList } from '../../../components/form/check-list.tsx'
import { expressionOf } from '../object-address.ts'
import { Option } from '../../../components/form/option.tsx'

const METHODS = [
  { value: 'btree', label: 'btree', description: 'Equality, ranges and sorting' },
  { value: 'hash', label: 'hash', description: 'Equality only' },
  { value: 'gin', label: 'gin', description: 'Arrays, JSON and full text search' },
  { value: 'gist', label: 'gist', description: 'Ranges and geometry' },
  { value: 'spgist', label: 'spgist', description: 'Partitioned search spaces' },
  { value: 'brin', label: 'brin', description: 'Very large tables in physical order' },
] as const

const NewIndex = z.object({
  name: OptionalName,
  table: z.object({ schema: Identifier, name: z.string().min(1, 'Select a table.') }),
  method: IndexMethod,
  columns: z.array(Identifier).min(1, 'Select at least one column.'),
  isUnique: z.boolean(),
  isConcurrent: z.boolean(),
  condition: z.string(),
})

type IndexDraft = z.infer<typeof NewIndex>

const INDEXED = new Set(['table', 'partitioned_table', 'materialized_view'])

type IndexSheetProps = { projectRef: string; schema: string; onClose: () => void }

/** Creates an index, and shows its SQL before it runs. */
export function IndexSheet({ projectRef, schema, onClose }: IndexSheetProps) {
  const tables = useTables(projectRef, schema)
  const {
    values: draft,
    body,
    problems,
    showProblems,
    isDirty,
    change,
  } = useFormValues<IndexDraft, IndexDraft>(
    {
      name: '',
      table: { schema, name: '' },
      method: 'btree',
      columns: [],
      isUnique: false,
      isConcurrent: true,
      condition: '',
    },
    NewIndex,
  )
  const table = tables.data?.find(({ name }) => name === draft.table.name)
  const { data: detail } = useTable(projectRef, table?.id)
  // Only a btree index can be unique, and the index of a partitioned table blocks writes.
  const isPartitioned = table?.kind === 'partitioned_table'
  const wanted = {
    isUnique: draft.isUnique && draft.method === 'btree',
    isConcurrent: draft.isConcurrent && !isPartitioned,
  }
  return (
    <Sheet open size="lg" title="New index" onClose={onClose}>
      <ChangeForm
        projectRef={projectRef}
        isDirty={isDirty}
        showProblems={showProblems}
        change={
          body && {
            kind: 'create_index',
            table: body.table,
            name: body.name.trim() || null,
            method: body.method,
            columns: body.columns,
            is_unique: wanted.isUnique,
            is_concurrent: wanted.isConcurrent,
            condition: expressionOf(body.condition),
          }
        }
        submitLabel="Create index"
        success="Index created"
        onClose={onClose}
      >
        <Field label="Table" error={problems.table}>
          {(control) => (
            <TablePicker
              {...control}
              tables={tables.data?.filter(({ kind }) => INDEXED.has(kind)) ?? []}
              value={draft.table.name === '' ? undefined : draft.table.name}
              onValueChange={(name) => change({ table: { schema, name }, columns: [] })}
            />
          )}
        </Field>
        {detail && (
          <CheckList
            label={draft.columns.length > 1 ? `Columns: ${draft.columns.join(', ')}` : 'Columns'}
            values={detail.columns.map(({ name }) => name)}
            chosen={draft.columns}
            onChange={(columns) => change({ columns: [...columns] })}
            error={problems.columns}
          />
        )}
        <Field label="Method">
          {(control) => (
            <Select
              {...control}
              value={draft.method}
              options={METHODS}
              onValueChange={(method) => change({ method })}
            />
          )}
        </Field>
        <Field
          label="Name"
          aside="optional"
          description="If empty, Postgres creates one from the table and columns."
          error={problems.name}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              autoComplete="off"
              value={draft.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Condition"
          aside="optional"
          description="An SQL expression. Only rows that match it are indexed."
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              autoComplete="off"
              placeholder="deleted_at is null"
              value={draft.condition}
              onChange={(event) => change({ condition: event.target.value })}
            />
          )}
        </Field>
        <div className="grid gap-2">
          <Option
            checked={wanted.isUnique}
            disabled={draft.method !== 'btree'}
            onChange={(next) => change({ isUnique: next })}
          >
            Unique
          </Option>
          <Option
            checked={wanted.isConcurrent}
            disabled={isPartitioned}
            onChange={(next) => change({ isConcurrent: next })}
          >
            Build concurrently (slower, doesn’t block writes)
          </Option>
        </div>
      </ChangeForm>
    </Sheet>
  )
}
