import type { ParameterType, QueryParameter } from '@stoa/contract/services/meta/query'
import { useForm } from '../../components/form/use-form.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { asWritten } from './query-parameters.ts'

type ParametersDialogProps = {
  /** The names of the parameters; undefined while no query waits for values. */
  names: readonly string[] | undefined
  /** The values of the last run. */
  last: ReadonlyMap<string, QueryParameter>
  onCancel: () => void
  onRun: (parameters: QueryParameter[]) => void
}

const TYPES: readonly { value: ParameterType; label: string }[] = [
  { value: 'automatic', label: 'Automatic' },
  { value: 'text', label: 'text' },
  { value: 'bigint', label: 'bigint' },
  { value: 'numeric', label: 'numeric' },
  { value: 'boolean', label: 'boolean' },
  { value: 'date', label: 'date' },
  { value: 'timestamptz', label: 'timestamptz' },
  { value: 'uuid', label: 'uuid' },
  { value: 'jsonb', label: 'jsonb' },
]

/** Asks for the values of a query's parameters. */
export function ParametersDialog({ names, ...props }: ParametersDialogProps) {
  return (
    <Dialog open={names !== undefined} onOpenChange={(open) => !open && props.onCancel()}>
      {names !== undefined && <ParametersForm names={names} {...props} />}
    </Dialog>
  )
}

type FormProps = ParametersDialogProps & { names: readonly string[] }

function ParametersForm({ names, last, onCancel, onRun }: FormProps) {
  const { values, change, state } = useForm({
    values: {
      parameters: names.map(
        (name): QueryParameter => last.get(name) ?? { name, value: '', type: 'automatic' },
      ),
    },
    submit: ({ parameters }) => onRun(parameters),
  })
  const changeOne = (name: string, part: Partial<QueryParameter>) =>
    change(({ parameters }) => ({
      parameters: parameters.map((each) => (each.name === name ? { ...each, ...part } : each)),
    }))
  return (
    <DialogContent
      title="Parameters"
      description="Values are sent separately and never become part of the SQL."
      size="md"
    >
      <DialogForm {...state} submitLabel="Run" isDirty={false} onCancel={onCancel}>
        {values.parameters.map((parameter) => (
          <ParameterField key={parameter.name} parameter={parameter} onChange={changeOne} />
        ))}
      </DialogForm>
    </DialogContent>
  )
}

type ParameterFieldProps = {
  parameter: QueryParameter
  onChange: (name: string, part: Partial<QueryParameter>) => void
}

export function ParameterField({
  parameter: { name, value, type },
  onChange,
}: ParameterFieldProps) {
  const written = asWritten(name)
  return (
    <Field label={<span className="font-mono">{written}</span>}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-2">
          <div className="min-w-40 flex-1">
            <Input
              {...control}
              className="font-mono"
              value={value ?? ''}
              placeholder={value === null ? 'NULL' : ''}
              onChange={(event) => onChange(name, { value: event.target.value })}
            />
          </div>
          <Select
            aria-label={`Type of ${written}`}
            className="w-32"
            value={type}
            options={TYPES}
            onValueChange={(next) => onChange(name, { type: next })}
          />
          <label htmlFor={`${control.id}-null`} className="flex items-center gap-1.5 text-xs">
            <Checkbox
              id={`${control.id}-null`}
              aria-label={`${written} is NULL`}
              checked={value === null}
              onCheckedChange={(isNull) => onChange(name, { value: isNull === true ? null : '' })}
            />
            NULL
          </label>
        </div>
      )}
    </Field>
  )
}
