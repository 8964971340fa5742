import { MASKED_SECRET } from '@stoa/contract/settings-section'
import { useState } from 'react'
import { Field, type FieldControlProps } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'
import { parseNameList } from './name-list.ts'
import type { DrawnField } from './settings-declaration.ts'
import { Toggle } from './toggle.tsx'

type SettingControlProps = {
  projectRef: string
  field: DrawnField
  value: unknown
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

type EntryProps = Pick<SettingControlProps, 'value' | 'onChange'> & {
  field: Exclude<DrawnField, { control: 'custom' | 'switch' }>
  control: FieldControlProps & { disabled: boolean }
}

function Entry({ field, control, value, onChange }: EntryProps) {
  switch (field.control) {
    case 'number':
      return <NumberEntry control={control} unit={field.unit} {...{ value, onChange }} />
    case 'list':
      return (
        <ListEntry control={control} isMultiline={field.isMultiline} {...{ value, onChange }} />
      )
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

type TextProps = Pick<EntryProps, 'control' | 'value' | 'onChange'>

function NumberEntry({ control, unit, ...props }: TextProps & { unit: string | undefined }) {
  const [text, type] = useText(props, { parse: parseNumber, format: String })
  return (
    <div className="flex items-center gap-2">
      <Input
        {...control}
        type="number"
        className="w-28 text-right tabular-nums"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      {unit && <span className="text-muted">{unit}</span>}
    </div>
  )
}

const parseNumber = (text: string) => (text === '' ? Number.NaN : Number(text))

/** Names, one per line or separated by commas. */
export function ListEntry({
  control,
  isMultiline = false,
  ...props
}: TextProps & { isMultiline: boolean | undefined }) {
  const Control = isMultiline ? Textarea : Input
  const format = (value: unknown) =>
    Array.isArray(value) ? value.join(isMultiline ? '\n' : ', ') : ''
  const [text, type] = useText(props, { parse: parseNameList, format })
  return (
    <Control
      {...control}
      className="font-mono text-xs"
      value={text}
      onChange={(event) => type(event.target.value)}
    />
  )
}

type TextForm = { parse: (text: string) => unknown; format: (value: unknown) => string }

/**
 * Keeps the typed text as long as it represents the value, which may have changed in the meantime.
 */
function useText(
  { value, onChange }: Pick<TextProps, 'value' | 'onChange'>,
  { parse, format }: TextForm,
) {
  const [typed, setTyped] = useState(() => format(value))
  const isCurrent = JSON.stringify(parse(typed)) === JSON.stringify(value)
  const type = (text: string) => {
    setTyped(text)
    onChange(parse(text))
  }
  return [isCurrent ? typed : format(value), type] as const
}
