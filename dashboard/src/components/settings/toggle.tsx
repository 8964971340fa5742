import type { ReactNode } from 'react'
import { Field, type FieldControlProps } from '../../ui/forms/field.tsx'

type ToggleProps = {
  label: string
  description?: ReactNode
  children: (control: FieldControlProps) => ReactNode
}

/** A setting that is on or off, with its text on the left and its switch on the right. */
export function Toggle({ label, description, children }: ToggleProps) {
  return (
    <Field
      label={label}
      description={description}
      className="grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0 [&>:last-child:not(:nth-child(2))]:col-span-2"
    >
      {children}
    </Field>
  )
}
