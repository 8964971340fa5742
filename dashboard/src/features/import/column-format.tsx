import type { ColumnReading } from '@stoa/contract/services/table-files'
import { SlidersHorizontal } from 'lucide-react'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/overlays/popover.tsx'

/** The kind of a column's values, which decides what can be described about its texts. */
export type ValueKind = 'date' | 'number' | 'boolean' | 'other'

/** The kind of a type of Postgres, by its name. */
export function valueKindOf(type: string): ValueKind {
  if (/^(?:date|timestamp)/.test(type)) return 'date'
  if (/^(?:smallint|integer|bigint|numeric|real|double|money)/.test(type)) return 'number'
  return type === 'boolean' ? 'boolean' : 'other'
}

const OF_FILE = ' file'
const DATE_ORDERS = [
  { value: OF_FILE, label: 'As in the whole file' },
  { value: 'mdy', label: 'Month first (12/31/2026)' },
  { value: 'dmy', label: 'Day first (31/12/2026)' },
  { value: 'ymd', label: 'Year first (26/12/31)' },
] as const
const DECIMALS = [
  { value: OF_FILE, label: 'As in the whole file' },
  { value: '.', label: 'Point (1,234.5)' },
  { value: ',', label: 'Comma (1.234,5)' },
] as const

type ColumnFormatProps = {
  source: string
  kind: ValueKind
  disabled: boolean
  reading: ColumnReading | undefined
  onChange: (reading: ColumnReading | undefined) => void
}

/** How the texts of one column are read: a button that opens the choices. */
export function ColumnFormat({ source, kind, disabled, reading, onChange }: ColumnFormatProps) {
  const change = (next: Partial<Record<keyof ColumnReading, string | undefined>>) =>
    onChange(withoutEmpty({ ...reading, ...next }))
  const isSet = reading !== undefined
  return (
    <Popover>
      <PopoverTrigger asChild>
        <IconButton
          label={isSet ? `Format of ${source}: changed` : `Format of ${source}`}
          disabled={disabled}
          className={isSet ? 'text-accent-text' : undefined}
        >
          <SlidersHorizontal />
        </IconButton>
      </PopoverTrigger>
      <PopoverContent align="end" className="grid gap-3">
        {kind === 'date' && (
          <Field label="Order of dates">
            {(control) => (
              <Select
                {...control}
                value={reading?.date_order ?? OF_FILE}
                options={DATE_ORDERS}
                onValueChange={(next) =>
                  change({ date_order: next === OF_FILE ? undefined : next })
                }
              />
            )}
          </Field>
        )}
        {kind === 'number' && (
          <Field label="Decimal sign">
            {(control) => (
              <Select
                {...control}
                value={reading?.decimal ?? OF_FILE}
                options={DECIMALS}
                onValueChange={(next) => change({ decimal: next === OF_FILE ? undefined : next })}
              />
            )}
          </Field>
        )}
        {kind === 'boolean' && (
          <div className="grid grid-cols-2 gap-3">
            <TextField
              label="Word for true"
              value={reading?.true_text}
              placeholder="yes"
              onChange={(next) => change({ true_text: next })}
            />
            <TextField
              label="Word for false"
              value={reading?.false_text}
              placeholder="no"
              onChange={(next) => change({ false_text: next })}
            />
          </div>
        )}
        <TextField
          label="Text that means null"
          value={reading?.null_text}
          placeholder="n/a"
          onChange={(next) => change({ null_text: next })}
        />
      </PopoverContent>
    </Popover>
  )
}

type TextFieldProps = {
  label: string
  value: string | undefined
  placeholder: string
  onChange: (text: string) => void
}

const TextField = ({ label, value = '', placeholder, onChange }: TextFieldProps) => (
  <Field label={label}>
    {(control) => (
      <Input
        {...control}
        className="font-mono text-xs"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)

/** A reading without empty choices; undefined if nothing is left. */
function withoutEmpty(
  reading: Partial<Record<keyof ColumnReading, string | undefined>>,
): ColumnReading | undefined {
  const kept = Object.entries(reading).filter(([, value]) => value !== undefined && value !== '')
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as ColumnReading)
}
