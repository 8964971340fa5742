import type { Column, ForeignKey } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { dateKind } from '../../../components/result-grid/cell-type.ts'
import { indentJson } from '../../../components/result-grid/json-text.ts'
import { DateInput } from '../../../ui/inputs/date-picker.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/overlays/popover.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import { cellInputOf, hasLines, nowFor } from '../cells/cell-input.ts'
import { defaultOf } from '../cells/default-value.ts'
import type { FieldState } from './insert-values.ts'
import { restoreLineEnds, withLineFeeds } from '../cells/line-ends.ts'
import { ReferenceList } from '../cells/reference-list.tsx'

type RowFieldProps = {
  projectRef: string
  /** The single-column foreign key of this column, if any. */
  reference: ForeignKey | undefined
  column: Column
  field: FieldState
  problem: string | undefined
  /** Whether the field can use the column's default. */
  hasDefault: boolean
  onChange: (field: FieldState) => void
}

/**
 * The field of one column of a row. Untouched, a new row uses the default; NULL and empty text are
 * separate choices.
 */
export function RowField({
  column,
  field,
  problem,
  hasDefault,
  onChange,
  ...props
}: RowFieldProps) {
  const { projectRef, reference } = props
  const input = cellInputOf(column)
  const hasDay = input === 'date' && dateKind(column.type) !== 'time'
  const value = field.kind === 'value' ? field.text : ''
  const placeholder = placeholderOf(column, field)
  const type = (text: string) => onChange({ kind: 'value', text })
  return (
    <Field
      className="grid-cols-[minmax(0,1fr)]"
      label={<span className="font-mono text-xs">{column.name}</span>}
      aside={
        <span className="flex flex-wrap items-baseline justify-end gap-x-2.5">
          {input === 'date' && (
            <Choice onClick={() => type(nowFor(column.type, new Date()))}>Now</Choice>
          )}
          {input === 'json' && value !== indentJson(value) && (
            <Choice onClick={() => type(indentJson(value))}>Format</Choice>
          )}
          {reference !== undefined && (
            <ReferencePicker
              projectRef={projectRef}
              reference={reference}
              column={column}
              value={field.kind === 'value' ? field.text : null}
              onChoose={type}
            />
          )}
          {input === 'long-text' && !(field.kind === 'value' && field.text === '') && (
            <Choice onClick={() => type('')}>Empty</Choice>
          )}
          {column.is_nullable && field.kind !== 'null' && (
            <Choice onClick={() => onChange({ kind: 'null' })}>NULL</Choice>
          )}
          {field.kind !== 'default' && hasDefault && (
            <Choice onClick={() => onChange({ kind: 'default' })}>Default</Choice>
          )}
          <span className="font-mono wrap-anywhere">{column.type}</span>
        </span>
      }
      error={problem}
      description={column.comment}
    >
      {(control) => (
        <div className="grid gap-1">
          {(input === 'boolean' || input === 'choice') && (
            <Select
              {...control}
              value={field.kind === 'value' ? optionOf(field.text) : undefined}
              key={field.kind}
              placeholder={placeholder}
              options={optionsOf(column)}
              onValueChange={(option) => type(option.slice(1))}
            />
          )}
          {hasLines(column) && (
            <Textarea
              {...control}
              rows={input === 'json' ? 4 : Math.min(8, withLineFeeds(value).split('\n').length)}
              className="font-mono text-xs"
              spellCheck={false}
              value={value}
              placeholder={placeholder}
              onChange={(event) => type(restoreLineEnds(value, event.target.value))}
            />
          )}
          {hasDay && (
            <DateInput
              {...control}
              className="font-mono text-xs"
              time={dateKind(column.type) === 'date' ? '' : '00:00:00'}
              value={value}
              placeholder={placeholder}
              onValueChange={type}
            />
          )}
          {!hasLines(column) && ['text', 'number', 'date'].includes(input) && !hasDay && (
            <Input
              {...control}
              inputMode={input === 'number' ? 'decimal' : 'text'}
              className="font-mono text-xs"
              value={value}
              placeholder={placeholder}
              onChange={(event) => type(event.target.value)}
            />
          )}
        </div>
      )}
    </Field>
  )
}

type ReferencePickerProps = Omit<ComponentProps<typeof ReferenceList>, 'seed'>

function ReferencePicker({ onChoose, ...props }: ReferencePickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>
        <Choice>Select row</Choice>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-80 overflow-hidden p-0">
        <ReferenceList
          {...props}
          onChoose={(value) => {
            onChoose(value)
            setIsOpen(false)
          }}
        />
      </PopoverContent>
    </Popover>
  )
}

function Choice(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className="rounded-sm underline decoration-line-strong underline-offset-4 hover:text-text"
    />
  )
}

function placeholderOf(column: Column, field: FieldState): string {
  if (field.kind === 'null') return 'NULL'
  if (field.kind === 'value') return 'Empty text'
  const preset = defaultOf(column)
  if (preset.kind === 'expression') return preset.text
  if (preset.kind === 'literal') return printed(column, preset.value)
  return column.is_nullable ? 'NULL' : ''
}

/** A value in readable form; Postgres returns booleans as t and f. */
function printed(column: Column, value: string | null): string {
  if (value === null) return 'NULL'
  if (column.type !== 'boolean') return value
  return value === 't' ? 'true' : 'false'
}

/** The list cannot have an option with an empty value, but an enum can. */
const optionOf = (value: string): string => `=${value}`

function optionsOf(column: Column) {
  if (column.enum_values !== null) {
    return column.enum_values.map((value) => ({
      value: optionOf(value),
      label: value || 'Empty text',
    }))
  }
  return [
    { value: optionOf('t'), label: 'true' },
    { value: optionOf('f'), label: 'false' },
  ]
}
