import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Label } from './label.tsx'

/** Props for the control that connect it to its label, description and error. */
export type FieldControlProps = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

type FieldProps = Omit<ComponentProps<'div'>, 'children'> & {
  label: ReactNode
  description?: ReactNode
  /** The problem and how to fix it. Announced when it appears. */
  error?: string | undefined
  /** Shown to the right of the label, for a link or an "optional". */
  aside?: ReactNode
  children: (control: FieldControlProps) => ReactNode
}

export function Field({
  label,
  description,
  error,
  aside,
  children,
  className,
  ...props
}: FieldProps) {
  const id = useId()
  const descriptionId = description ? `${id}-description` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [errorId, descriptionId].filter(Boolean).join(' ')
  return (
    <div
      data-slot="field"
      className={classNames('grid content-start gap-1.5', className)}
      {...props}
    >
      <div className="flex items-baseline justify-between gap-2">
        <Label htmlFor={id}>{label}</Label>
        {aside && <span className="min-w-0 text-xs text-muted">{aside}</span>}
      </div>
      {children({
        id,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(error && { 'aria-invalid': true }),
      })}
      {error && (
        <p id={errorId} role="alert" className="text-xs text-danger-text">
          {error}
        </p>
      )}
      {description && (
        <div id={descriptionId} className="text-xs text-muted">
          {description}
        </div>
      )}
    </div>
  )
}
