import { NewName } from '@stoa/contract/services/meta/params'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { ChangePreview } from '../../../components/sql-form/change-preview.tsx'
import { useChangeObject } from '../../../data/resources/services/meta/object-changes.ts'
import { useCatalogue } from '../../../data/resources/services/meta/tables.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { findType, readEnumValues } from './enum-type.ts'
import { NameField } from './name-fields.tsx'

type NewEnumDialogProps = {
  projectRef: string
  schema: string
  onClose: () => void
  /** Gets the type as a column names it. */
  onCreated: (type: string) => void
}

const NewEnum = z.object({
  name: NewName,
  values: z.string().refine((text) => readEnumValues(text).length > 0, 'Enter at least one value.'),
})

/** Creates an enumerated type without leaving the form of the column that needs it. */
export function NewEnumDialog({ projectRef, schema, onClose, onCreated }: NewEnumDialogProps) {
  const creation = useChangeObject(projectRef)
  const catalogue = useCatalogue(projectRef)
  const plan = (typed: z.infer<typeof NewEnum>) => ({
    kind: 'create_enum' as const,
    schema,
    name: typed.name.trim(),
    values: readEnumValues(typed.values),
  })
  const { values, body, problems, change, state } = useForm({
    values: { name: '', values: '' },
    schema: NewEnum,
    mutation: {
      ...creation,
      mutate: (typed: z.infer<typeof NewEnum>, callbacks) => {
        const input = plan(typed)
        creation.mutate(
          { input },
          {
            ...callbacks,
            async onSuccess() {
              const created = findType(await catalogue.types(), input)
              if (created !== undefined) onCreated(created.name)
              onClose()
            },
          },
        )
      },
    },
  })
  const planned = body && plan(body)
  return (
    <Sheet open size="lg" title={`New enumerated type in ${schema}`} onClose={onClose}>
      <SheetForm
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
        submitLabel="Create type"
        {...state}
        onCancel={onClose}
      >
        <NameField
          value={values.name}
          problem={problems.name}
          onChange={(name) => change({ name })}
        />
        <Field
          label="Values"
          description="One per line, in the order in which they sort"
          error={problems.values}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              className="font-mono"
              value={values.values}
              onChange={(event) => change({ values: event.target.value })}
            />
          )}
        </Field>
        <ChangePreview projectRef={projectRef} change={planned} />
      </SheetForm>
    </Sheet>
  )
}
