import { useState } from 'react'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { SIZE_UNITS, sizeInBytes, sizeParts, type SizeUnit } from './sizes.ts'

type SizeFieldProps = {
  label: string
  /** The initial value in bytes. Null for an empty field. */
  initial: number | null
  disabled?: boolean
  isOptional?: boolean
  description?: string
  error?: string | undefined
  /** Called with bytes, null for an empty field, or NaN for invalid text. */
  onValueChange: (bytes: number | null) => void
}

/** A file size: a number and its unit. */
export function SizeField({
  label,
  initial,
  disabled = false,
  isOptional = false,
  description,
  error,
  onValueChange,
}: SizeFieldProps) {
  const [parts, setParts] = useState(() => sizeParts(initial))
  const change = (next: { text: string; unit: SizeUnit }) => {
    setParts(next)
    onValueChange(sizeInBytes(next))
  }
  return (
    <Field
      label={label}
      description={description}
      error={error}
      {...(isOptional && { aside: 'optional' })}
    >
      {(control) => (
        <div className="flex items-center gap-2">
          <Input
            {...control}
            disabled={disabled}
            inputMode="decimal"
            autoComplete="off"
            className="w-28 text-right tabular-nums"
            value={parts.text}
            onChange={(event) => change({ ...parts, text: event.target.value })}
          />
          <Select
            aria-label={`Unit of ${label.toLowerCase()}`}
            className="w-24"
            disabled={disabled}
            value={parts.unit}
            options={SIZE_UNITS.map((unit) => ({ value: unit, label: unit }))}
            onValueChange={(unit) => change({ ...parts, unit })}
          />
        </div>
      )}
    </Field>
  )
}
