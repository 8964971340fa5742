import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'

type OptionProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
  children: ReactNode
}

/** A checkbox with its text. */
export function Option({ checked, onChange, disabled = false, className, children }: OptionProps) {
  return (
    <label className="flex cursor-pointer items-center gap-2">
      <Checkbox
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
      />
      <span className={className}>{children}</span>
    </label>
  )
}
