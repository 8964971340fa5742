import { SchemaSelector } from '../../../components/schema-selector.tsx'
import { useTriggerFunctions } from '../../../data/resources/services/meta/objects.ts'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { Field } from '../../../ui/forms/field.tsx'

type FunctionName = { schema: string; name: string }

type FunctionFieldsProps = {
  projectRef: string
  /** The return type that the function must have. */
  returns: 'trigger' | 'event_trigger'
  value: FunctionName
  error?: string | undefined
  onChange: (next: FunctionName) => void
}

/** Selects the function of a trigger by its schema and name. */
export function FunctionFields({
  projectRef,
  returns,
  value,
  error,
  onChange,
}: FunctionFieldsProps) {
  const functions = useTriggerFunctions(projectRef, value.schema, returns)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Function schema">
        {(control) => (
          <SchemaSelector
            {...control}
            projectRef={projectRef}
            value={value.schema}
            onValueChange={(schema) => onChange({ schema, name: '' })}
          />
        )}
      </Field>
      <Field
        label="Function"
        error={error}
        description={
          functions.data?.total === 0
            ? `This schema has no function that returns ${returns}.`
            : undefined
        }
      >
        {(control) => (
          <Combobox
            {...control}
            aria-label="Function"
            value={value.name === '' ? undefined : value.name}
            placeholder="Select a function"
            options={(functions.data?.items ?? []).map(({ name }) => ({
              value: name,
              label: name,
            }))}
            disabled={!functions.data?.total}
            searchPlaceholder="Search functions"
            onValueChange={(name) => onChange({ ...value, name })}
          />
        )}
      </Field>
    </div>
  )
}
