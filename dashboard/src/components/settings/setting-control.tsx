import { MASKED_SECRET } from '@stoa/contract/settings-section'
import { Field, type FieldControlProps } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { parseNameList } from './name-list.ts'
import type { DrawnField } from './settings-declaration.ts'
import { Toggle } from './toggle.tsx'

type SettingControlProps = {
  projectRef: string
  field: DrawnField
  value: unknown
  saved: unknown
  disabled: boolean
  error: string | undefined
  onChange: (value: unknown) => void
}

/** The label, help text and control of one declared setting. */
export function SettingControl({ field, ...props }: SettingControlProps) {
  const { label, help } = field
  const { value, disabled, error, onChange, projectRef } = props
  if (field.control === 'custom')
    return field.show({ projectRef, label, value, disabled, error, onValueChange: onChange })
  if (field.control === 'switch') {
    const { isInverted = false } = field
    return (
      <Toggle label={label} description={help}>
        {(control) => (
          <Switch
            {...control}
            disabled={disabled}
            checked={value !== isInverted}
            onCheckedChange={(isOn) => onChange(isOn !== isInverted)}
          />
        )}
      </Toggle>
    )
  }
  const isOptional = 'isOptional' in field && field.isOptional
  return (
    <Field
      label={label}
      description={help}
      error={error}
      {...(isOptional && { aside: 'optional' })}
    >
      {(control) => <Entry control={{ ...control, disabled }} field={field} {...props} />}
    </Field>
  )
}

type EntryProps = Pick<SettingControlProps, 'value' | 'saved' | 'onChange'> & {
  field: Exclude<DrawnField, { control: 'custom' | 'switch' }>
  control: FieldControlProps & { disabled: boolean }
}

/**
 * An uncontrolled input for numbers and lists. It starts with the saved value and keeps unfinished
 * text that is not yet a valid value.
 */
function Entry({ field, control, value, saved, onChange }: EntryProps) {
  switch (field.control) {
    case 'number':
      return (
        <div className="flex items-center gap-2">
          <Input
            {...control}
            type="number"
            className="w-28 text-right tabular-nums"
            defaultValue={Number(saved)}
            onChange={(event) => onChange(event.target.valueAsNumber)}
          />
          {field.unit && <span className="text-muted">{field.unit}</span>}
        </div>
      )
    case 'list': {
      const Control = field.isMultiline ? Textarea : Input
      return (
        <Control
          {...control}
          className="font-mono text-xs"
          defaultValue={Array.isArray(saved) ? saved.join(field.isMultiline ? '\n' : ', ') : ''}
          onChange={(event) => onChange(parseNameList(event.target.value))}
        />
      )
    }
    case 'choice':
      return (
        <Select
          {...control}
          value={String(value)}
          options={field.options}
          onValueChange={onChange}
        />
      )
    case 'secret':
      return (
        <Input
          {...control}
          type="password"
          autoComplete="off"
          placeholder={value === MASKED_SECRET ? MASKED_SECRET : 'Not set'}
          value={value === MASKED_SECRET ? '' : String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'lines':
      return (
        <Textarea
          {...control}
          className="font-mono text-xs"
          placeholder={field.placeholder}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'text':
    case 'url':
    case 'identifier':
      return (
        <Input
          {...control}
          {...(field.control === 'url' && { type: 'url' })}
          {...(field.control === 'identifier' && { className: 'font-mono text-xs' })}
          placeholder={field.placeholder}
          value={String(value)}
          onChange={(event) =>
            onChange(
              field.control === 'identifier' ? event.target.value.trim() : event.target.value,
            )
          }
        />
      )
  }
}
