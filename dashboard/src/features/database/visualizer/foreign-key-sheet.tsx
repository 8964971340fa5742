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
import { KeyPairFields } from './key-pair-fields.tsx'
import { keyPairs, type KeyPair } from './key-pairs.ts'

/** The table that gets a foreign key, and the line that was drawn, if there is one. */
export type KeyDraft = {
  readonly node: DiagramNode & { readonly table: NonNullable<DiagramNode['table']> }
  /** The id of the node of the referenced table; empty if it is not known. */
  readonly target: string
  readonly drawn?: KeyPair
}

type ForeignKeySheetProps = {
  projectRef: string
  model: DiagramModel
  draft: KeyDraft
  onClose: () => void
}

const Draft = z.object({
  /** The id of the node of the referenced table. */
  target: z.string().min(1, 'Select the referenced table.'),
  pairs: z
    .array(z.object({ column: z.string(), target: z.string() }))
    .refine(
      (pairs) => pairs.every(({ column, target }) => column !== '' && target !== ''),
      'Select the columns of the foreign key.',
    ),
  onDelete: ForeignKeyDefinition.shape.on_delete.unwrap(),
})

const ON_DELETE: readonly { value: z.infer<typeof Draft>['onDelete']; label: string }[] = [
  { value: 'no_action', label: 'Refuse to delete it' },
  { value: 'cascade', label: 'Delete the rows that refer to it' },
  { value: 'set_null', label: 'Set the columns to NULL' },
  { value: 'set_default', label: 'Set the columns to their defaults' },
]

/** Adds a foreign key, after a line was drawn or from the list of tables. */
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
      target: draft.target,
      pairs: [...keyPairs(model, node, draft.target, draft.drawn)],
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
          columns: body.pairs.map(({ column }) => column),
          target_schema: referenced.schema,
          target_table: referenced.name,
          target_columns: body.pairs.map(({ target: column }) => column),
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
      <Field label="Referenced table" error={problems.target}>
        {(control) => (
          <Combobox
            {...control}
            placeholder="Select a table"
            value={values.target || undefined}
            options={model.nodes
              .filter(({ table }) => table?.kind !== 'foreign_table')
              .map((one) => ({ value: one.id, label: titleOf(one) }))}
            onValueChange={(next) =>
              change({ target: next, pairs: [...keyPairs(model, node, next)] })
            }
          />
        )}
      </Field>
      <KeyPairFields
        pairs={values.pairs}
        columns={own.data?.columns ?? node.rows}
        targetColumns={referenced && (target.data?.columns ?? referenced.rows)}
        problem={problems.pairs}
        onChange={(pairs) => change({ pairs })}
      />
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

function oidOf({ nodes, edges }: DiagramModel, id: string): number | undefined {
  const table = nodes.find((node) => node.id === id)?.table
  return table?.id ?? edges.find(({ target }) => target === id)?.relation.target_id
}
