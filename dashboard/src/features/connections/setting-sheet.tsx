import type { PostgresParameter, PostgresSettings } from '@stoa/contract/platform/postgres-settings'
import { useForm } from '../../components/form/use-form.ts'
import { useChangePostgresSetting } from '../../data/resources/platform/postgres-settings.ts'
import { Field, type FieldControlProps } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Sheet, SheetForm } from '../../ui/overlays/sheet.tsx'
import { notationProblem, typedValue, valueText } from './setting-values.ts'

type SettingSheetProps = { projectRef: string; setting: PostgresParameter; onClose: () => void }

/** Changes one setting, or resets it to its default. */
export function SettingSheet({ projectRef, setting, onClose }: SettingSheetProps) {
  const { name, kind, description, value, default_value, needs_restart } = setting
  const form = useForm({
    values: { value: value === null ? '' : valueText(value) },
    toBody: (typed): Partial<PostgresSettings> => ({ [name]: typedValue(kind, typed.value) }),
    problemsOf: (typed) => ({ value: notationProblem(kind, typed.value) }),
    mutation: useChangePostgresSetting(projectRef),
    errorField: 'value',
    onSuccess: onClose,
  })
  return (
    <Sheet open title={name} description={description} onClose={onClose}>
      <SheetForm {...form.state} submitLabel="Save setting" onCancel={onClose}>
        <Field
          label="Value"
          error={form.problems.value}
          description={`${rangeText(setting)} ${needs_restart ? 'Applies after a restart of the project.' : 'Applies at once.'}`}
        >
          {(control) => (
            <ValueInput
              control={control}
              setting={setting}
              value={form.values.value}
              defaultText={valueText(default_value)}
              onChange={(typed) => form.change({ value: typed })}
            />
          )}
        </Field>
      </SheetForm>
    </Sheet>
  )
}

function rangeText({ min, max, can_be_zero, default_value }: PostgresParameter): string {
  const fallback = `Leave it empty for the default, ${valueText(default_value)}.`
  if (min === null || max === null) return ''
  return `From ${min} to ${max}${can_be_zero ? ', or 0' : ''}. ${fallback}`
}

const DEFAULT = 'default'

type ValueInputProps = {
  control: FieldControlProps
  setting: PostgresParameter
  value: string
  defaultText: string
  onChange: (value: string) => void
}

function ValueInput({ control, setting, value, defaultText, onChange }: ValueInputProps) {
  if (setting.kind === 'switch')
    return (
      <Select
        {...control}
        value={value || DEFAULT}
        options={[
          { value: DEFAULT, label: `Default (${defaultText})` },
          { value: 'on', label: 'on' },
          { value: 'off', label: 'off' },
        ]}
        onValueChange={(next) => onChange(next === DEFAULT ? '' : next)}
      />
    )
  return (
    <Input
      {...control}
      className="font-mono text-xs"
      autoComplete="off"
      spellCheck={false}
      placeholder={defaultText}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
