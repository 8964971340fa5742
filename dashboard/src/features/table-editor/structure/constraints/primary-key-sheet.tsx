import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { addColumn } from '@stoa/contract/services/meta/ddl'
import { NewName } from '@stoa/contract/services/meta/params'
import { useState } from 'react'
import { sentTo } from '../../../../components/form/checked-by.ts'
import { useForm } from '../../../../components/form/use-form.ts'
import { DefinitionPreview } from '../../../../components/sql-form/definition-preview.tsx'
import { useAddConstraint } from '../../../../data/resources/services/meta/constraints.ts'
import { useAddColumn } from '../../../../data/resources/services/meta/tables.ts'
import { SegmentedControl } from '../../../../ui/buttons/segmented-control.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Sheet, SheetForm } from '../../../../ui/overlays/sheet.tsx'
import { definitionOf, newColumn } from '../column-draft.ts'
import { NameField } from '../name-fields.tsx'
import { NEW_CONSTRAINT, newConstraint } from './constraint-draft.ts'
import { ConstraintFields } from './constraint-fields.tsx'
import { RowsCheck } from './rows-check.tsx'

type PrimaryKeySheetProps = { projectRef: string; table: TableDetail; onClose: () => void }

const SOURCES = [
  { value: 'columns' as const, label: 'Existing columns' },
  { value: 'identity' as const, label: 'New identity column' },
]

/** Adds a primary key of columns whose values are unique, or of a new column that numbers the rows. */
export function PrimaryKeySheet({ projectRef, table, onClose }: PrimaryKeySheetProps) {
  const [source, setSource] = useState<'columns' | 'identity'>('columns')
  const Form = source === 'columns' ? ColumnsForm : IdentityForm
  const onAdded = () => {
    toast.success(`Primary key added to ${table.name}`)
    onClose()
  }
  return (
    <Sheet open size="lg" title={`Add primary key to ${table.name}`} onClose={onClose}>
      <div className="px-4 pt-4">
        <SegmentedControl
          aria-label="Columns of the key"
          value={source}
          options={SOURCES}
          onValueChange={setSource}
        />
      </div>
      <Form projectRef={projectRef} table={table} onClose={onClose} onAdded={onAdded} />
    </Sheet>
  )
}

type FormProps = PrimaryKeySheetProps & { onAdded: () => void }

function ColumnsForm({ projectRef, table, onClose, onAdded }: FormProps) {
  const [first] = useState(() => newConstraint('primary_key', table.schema))
  const { values, body, problems, isDirty, change, state } = useForm({
    values: first,
    schema: NEW_CONSTRAINT,
    mutation: useAddConstraint(projectRef, table.id),
    onSuccess: onAdded,
  })
  const planned = isDirty && body ? body : undefined
  return (
    <SheetForm
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
      submitLabel="Add primary key"
      {...state}
      canSubmit={isDirty}
      onCancel={onClose}
    >
      <ConstraintFields
        projectRef={projectRef}
        table={table}
        draft={values}
        problems={problems}
        onChange={change}
      />
      <DefinitionPreview
        projectRef={projectRef}
        change={planned && { kind: 'add_constraint', id: table.id, constraint: planned }}
      />
      {planned && (
        <RowsCheck
          projectRef={projectRef}
          table={table}
          constraint={planned}
          onAddUnchecked={undefined}
        />
      )}
    </SheetForm>
  )
}

function IdentityForm({ projectRef, table, onClose, onAdded }: FormProps) {
  const [first] = useState(() => ({
    name: table.columns.some(({ name }) => name === 'id') ? 'row_id' : 'id',
  }))
  const [schema] = useState(() => newIdentity(table.columns.map(({ name }) => name)))
  const { values, body, problems, change, state } = useForm({
    values: first,
    schema,
    mutation: useAddColumn(projectRef, table.id),
    onSuccess: onAdded,
  })
  return (
    <SheetForm
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
      submitLabel="Add primary key"
      {...state}
      onCancel={onClose}
    >
      <p className="text-xs text-muted">
        Postgres numbers the existing rows and each new one. The values are bigint.
      </p>
      <NameField
        value={values.name}
        problem={problems.name}
        onChange={(name) => change({ name })}
      />
      <DefinitionPreview
        projectRef={projectRef}
        change={body && { kind: 'add_column', id: table.id, column: body }}
      />
    </SheetForm>
  )
}

const newIdentity = (taken: readonly string[]) =>
  sentTo(
    addColumn,
    ({ name }: { name: string }) =>
      definitionOf({
        ...newColumn(0),
        name,
        type: 'bigint',
        isPrimaryKey: true,
        isNullable: false,
        identity: 'by_default',
      }),
    ({ name }) => ({
      name: taken.includes(name.trim())
        ? `Another column is named ${name.trim()}.`
        : NewName.safeParse(name).error?.issues[0]?.message,
    }),
  )
