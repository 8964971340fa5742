import type { CustomControlProps } from '../../../components/settings/settings-declaration.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'
// A colon separates the groups, so it cannot be one of the symbols.
const SYMBOLS = `!@#$%^&*()_+-=[]{};'"\\|<>?,./\`~`

const CHOICES = [
  { value: '', label: 'None' },
  { value: `${LOWER}${UPPER}:${DIGITS}`, label: 'Letters and digits' },
  { value: `${LOWER}:${UPPER}:${DIGITS}`, label: 'Lowercase and uppercase letters, digits' },
  {
    value: `${LOWER}:${UPPER}:${DIGITS}:${SYMBOLS}`,
    label: 'Lowercase and uppercase letters, digits, symbols',
  },
] as const

/** Selects which groups of characters a password must contain. */
export function RequiredCharacters(props: CustomControlProps<string>) {
  const { label, value, disabled, error, onValueChange } = props
  const isKnown = CHOICES.some((choice) => choice.value === value)
  const options = CHOICES.map((choice, index) => ({ value: String(index), label: choice.label }))
  const own = { value: 'own', label: `Other: ${value}` }
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          {...control}
          disabled={disabled}
          value={isKnown ? String(CHOICES.findIndex((choice) => choice.value === value)) : 'own'}
          options={isKnown ? options : [...options, own]}
          onValueChange={(chosen) => onValueChange(CHOICES[Number(chosen)]?.value ?? value)}
        />
      )}
    </Field>
  )
}
