import { ForeignKeyDefinition } from '@stoa/contract/services/meta/constraints'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { DefinitionPreview } from '../../../components/sql-form/definition-preview.tsx'
import { useAddConstraint } from '../../../data/resources/services/meta/constraints.ts'
import { useTable } from '../../../data/resources/services/meta/tables.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { titleOf, type DiagramModel, type DiagramNode } from './diagram-model.ts'

/** The columns that a line was drawn between, as far as they are known. */
export type KeyDraft = {
  readonly node: DiagramNode & { readonly table: NonNullable<DiagramNode['table']> }
  readonly column: string
  readonly target: string
  readonly targetColumn: string
}

type ForeignKeySheetProps = {
  projectRef: string
  model: DiagramModel
  draft: KeyDraft
  onClose: () => void
}

const Draft = z.object({
  column: z.string().min(1, 'Select a column.'),
  /** The id of the node of the referenced table. */
  target: z.string().min(1, 'Select the referenced table.'),
  targetColumn: z.string().min(1, 'Select the referenced column.'),
  onDelete: ForeignKeyDefinition.shape.on_delete.unwrap(),
})

const ON_DELETE: readonly { value: z.infer<typeof Draft>['onDelete']; label: string }[] = [
  { value: 'no_action', label: 'Refuse to delete it' },
  { value: 'cascade', label: 'Delete the rows that refer to it' },
  { value: 'set_null', label: 'Set the column to NULL' },
  { value: 'set_default', label: 'Set the column to its default' },
]

const asOption = ({ name, type }: { name: string; type: string }) => ({
  value: name,
  label: name,
  description: type,
})

/** Adds a foreign key with one column, after a line was drawn or from the list of tables. */
export function ForeignKeySheet(props: ForeignKeySheetProps) {
  const { draft, onClose } = props
  return (
    <Sheet open size="lg" title={`Add foreign key to ${draft.node.name}`} onClose={onClose}>
      <ForeignKeyForm {...props} />
    </Sheet>
  )
}

function ForeignKeyForm({ projectRef, model, draft, onClose }: ForeignKeySheetProps) {
  const { node } = draft
  const addition = useAddConstraint(projectRef, node.table.id)
  const { values, body, problems, change, state } = useForm({
    values: {
      column: draft.column,
      target: draft.target,
      targetColumn: draft.targetColumn,
      onDelete: 'no_action',
    },
    schema: Draft,
    async submit() {
      if (constraint) await addition.mutateAsync(constraint)
    },
    onSuccess() {
      toast.success(`Foreign key added to ${node.name}`)
      onClose()
    },
  })
  const referenced = model.nodes.find(({ id }) => id === values.target)
  const own = useTable(projectRef, node.table.id)
  const target = useTable(projectRef, oidOf(model, values.target))
  const constraint =
    body && referenced
      ? ForeignKeyDefinition.extend({
          kind: z.literal('foreign_key').default('foreign_key'),
          is_validated: z.boolean().default(true),
        }).parse({
          columns: [body.column],
          target_schema: referenced.schema,
          target_table: referenced.name,
          target_columns: [body.targetColumn],
          on_delete: body.onDelete,
        })
      : undefined
  return (
    <SheetForm
      {...state}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
      submitLabel="Add foreign key"
      onCancel={onClose}
    >
      <Field label="Column" error={problems.column}>
        {(control) => (
          <Select
            {...control}
            placeholder="Select a column"
            value={values.column || undefined}
            options={(own.data?.columns ?? node.rows).map(asOption)}
            onValueChange={(column) => change({ column })}
          />
        )}
      </Field>
      <Field label="Referenced table" error={problems.target}>
        {(control) => (
          <Combobox
            {...control}
            placeholder="Select a table"
            value={values.target || undefined}
            options={model.nodes
              .filter(({ table }) => table?.kind !== 'foreign_table')
              .map((one) => ({ value: one.id, label: titleOf(one) }))}
            onValueChange={(next) => change({ target: next, targetColumn: keyOf(model, next) })}
          />
        )}
      </Field>
      <Field
        label="Referenced column"
        description="It needs a primary key or a unique constraint."
        error={problems.targetColumn}
      >
        {(control) => (
          <Select
            {...control}
            placeholder="Select a column"
            value={values.targetColumn || undefined}
            disabled={referenced === undefined}
            options={(target.data?.columns ?? referenced?.rows ?? []).map(asOption)}
            onValueChange={(targetColumn) => change({ targetColumn })}
          />
        )}
      </Field>
      <Field label="When the referenced row is deleted">
        {(control) => (
          <Select
            {...control}
            value={values.onDelete}
            options={ON_DELETE}
            onValueChange={(onDelete) => change({ onDelete })}
          />
        )}
      </Field>
      <DefinitionPreview
        projectRef={projectRef}
        change={constraint && { kind: 'add_constraint', id: node.table.id, constraint }}
      />
    </SheetForm>
  )
}

/** The only column of the primary key; empty if it has several or none. */
function keyOf({ nodes }: DiagramModel, id: string): string {
  const keys = nodes.find((node) => node.id === id)?.rows.filter((row) => row.is_primary_key) ?? []
  return keys.length === 1 ? (keys[0]?.name ?? '') : ''
}

function oidOf({ nodes, edges }: DiagramModel, id: string): number | undefined {
  const table = nodes.find((node) => node.id === id)?.table
  return table?.id ?? edges.find(({ target }) => target === id)?.relation.target_id
}
