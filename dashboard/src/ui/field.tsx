import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Label } from './label.tsx'

/** Goes onto the control, so that label, description and error belong to it. */
export type FieldControlProps = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

type FieldProps = Omit<ComponentProps<'div'>, 'children'> & {
  label: ReactNode
  description?: ReactNode
  /** What is wrong and how to mend it; announced when it appears. */
  error?: string | undefined
  /** Stands at the label's right, for a link or an "optional". */
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
    <div data-slot="field" className={classNames('grid gap-1.5', className)} {...props}>
      <div className="flex items-baseline justify-between gap-2">
        <Label htmlFor={id}>{label}</Label>
        {aside && <span className="text-xs text-muted">{aside}</span>}
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
