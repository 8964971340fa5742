import { useState } from 'react'
import type { ComboboxOption } from '../../../ui/inputs/combobox-option.ts'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import type { FieldControlProps } from '../../../ui/forms/field.tsx'

/** Rendering more options is slow, and nobody reads that many. */
const MOST_SHOWN = 100

type ValuePickerProps = Partial<FieldControlProps> & {
  'aria-label': string
  value: string
  options: readonly ComboboxOption[]
  onValueChange: (value: string) => void
}

/** Selects one of the values of a type, which can be thousands. */
export function ValuePicker({ value, options, ...props }: ValuePickerProps) {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = options.filter(({ label }) => label.toLowerCase().includes(wanted))
  const chosen = options.filter((option) => option.value === value)
  const shown = found.slice(0, MOST_SHOWN)
  return (
    <Combobox
      {...props}
      value={value}
      // The button shows the label of the selected value, even if the search excludes it.
      options={[...chosen.filter((one) => !shown.includes(one)), ...shown]}
      searchPlaceholder="Search values"
      onSearchChange={setText}
    />
  )
}
