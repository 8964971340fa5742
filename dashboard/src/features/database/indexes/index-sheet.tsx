import { IndexMethod } from '@stoa/contract/services/meta/object-changes'
import { Identifier, OptionalName } from '@stoa/contract/services/meta/params'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { ChangeForm } from '../../../components/sql-form/change-form.tsx'
import { TablePicker } from '../../../components/table-picker/table-picker.tsx'
import { useTable, useTables } from '../../../data/resources/services/meta/tables.ts'
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

const NewIndex = z
  .object({
    name: OptionalName,
    table: z.object({ schema: Identifier, name: z.string().min(1, 'Select a table.') }),
    method: IndexMethod,
    columns: z.array(Identifier),
    expression: z.string(),
    include: z.array(Identifier),
    isUnique: z.boolean(),
    areNullsEqual: z.boolean(),
    isConcurrent: z.boolean(),
    condition: z.string(),
  })
  .refine(({ columns, expression }) => columns.length > 0 || expression.trim() !== '', {
    path: ['columns'],
    message: 'Select at least one column, or enter an expression.',
  })

/** The methods whose indexes can hold columns that are not searched. */
const COVERING: ReadonlySet<string> = new Set(['btree', 'gist', 'spgist'])

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
    change,
    state,
  } = useForm<IndexDraft, IndexDraft>({
    values: {
      name: '',
      table: { schema, name: '' },
      method: 'btree',
      columns: [],
      expression: '',
      include: [],
      isUnique: false,
      areNullsEqual: false,
      isConcurrent: true,
      condition: '',
    },
    schema: NewIndex,
  })
  const table = tables.data?.find(({ name }) => name === draft.table.name)
  const { data: detail } = useTable(projectRef, table?.id)
  // Only a btree index can be unique, and the index of a partitioned table blocks writes.
  const isPartitioned = table?.kind === 'partitioned_table'
  const wanted = {
    isUnique: draft.isUnique && draft.method === 'btree',
    isConcurrent: draft.isConcurrent && !isPartitioned,
  }
  const included = draft.include.filter((name) => !draft.columns.includes(name))
  return (
    <Sheet open size="lg" title="New index" onClose={onClose}>
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={
          body && {
            kind: 'create_index',
            table: body.table,
            name: body.name.trim() || null,
            method: body.method,
            columns: body.columns,
            ...(body.expression.trim() !== '' && { expressions: [body.expression.trim()] }),
            ...(COVERING.has(body.method) && included.length > 0 && { include: included }),
            is_unique: wanted.isUnique,
            ...(wanted.isUnique && body.areNullsEqual && { nulls_not_distinct: true }),
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
              onValueChange={(name) =>
                change({ table: { schema, name }, columns: [], include: [] })
              }
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
        <ExpressionField
          label="Expression"
          description="An SQL expression, indexed after the columns"
          placeholder="lower(email)"
          value={draft.expression}
          onChange={(expression) => change({ expression })}
        />
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
        <ExpressionField
          label="Condition"
          description="An SQL expression. Only rows that match it are indexed."
          placeholder="deleted_at is null"
          value={draft.condition}
          onChange={(condition) => change({ condition })}
        />
        {detail && COVERING.has(draft.method) && (
          <CheckList
            label="Also store (covering index)"
            values={detail.columns
              .map(({ name }) => name)
              .filter((name) => !draft.columns.includes(name))}
            chosen={included}
            onChange={(include) => change({ include: [...include] })}
          />
        )}
        <div className="grid gap-2">
          <Option
            checked={wanted.isUnique}
            disabled={draft.method !== 'btree'}
            onChange={(next) => change({ isUnique: next })}
          >
            Unique
          </Option>
          {wanted.isUnique && (
            <Option
              checked={draft.areNullsEqual}
              onChange={(next) => change({ areNullsEqual: next })}
            >
              Allow NULL only once (NULLS NOT DISTINCT)
            </Option>
          )}
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

type ExpressionFieldProps = {
  label: string
  description: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

function ExpressionField({ label, description, value, ...props }: ExpressionFieldProps) {
  return (
    <Field label={label} aside="optional" description={description}>
      {(control) => (
        <Input
          {...control}
          className="font-mono text-xs"
          autoComplete="off"
          placeholder={props.placeholder}
          value={value}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
