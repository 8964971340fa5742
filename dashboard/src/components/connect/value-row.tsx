import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

type ValueRowProps = {
  label: string
  /** Undefined while the value loads. */
  value: string | undefined
  description?: ReactNode
  action?: ReactNode
  /** Shows dots in place of the value. Copy still copies the value. */
  isHidden?: boolean
}

/** A list of `ValueRow`s. */
export function ValueList({ children }: { children: ReactNode }) {
  return (
    <dl className="min-w-0 divide-y overflow-hidden rounded-md border bg-raised">{children}</dl>
  )
}

/** A labeled value with a copy button. */
export function ValueRow({ label, value, description, action, isHidden = false }: ValueRowProps) {
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 py-1 pr-1.5 pl-3 max-sm:pt-2">
      <dt className="w-32 shrink-0 text-xs text-muted">{label}</dt>
      <dd className="flex min-w-0 flex-1 basis-48 items-center gap-1">
        <div className="min-w-0 flex-1">
          {value === undefined ? (
            <Skeleton className="h-4 w-3/4" />
          ) : (
            <code className="block truncate text-xs">{isHidden ? '•'.repeat(24) : value}</code>
          )}
          {description && <p className="text-xs text-muted">{description}</p>}
        </div>
        {action}
        {value !== undefined && <CopyButton iconOnly text={value} label={`Copy ${label}`} />}
      </dd>
    </div>
  )
}
