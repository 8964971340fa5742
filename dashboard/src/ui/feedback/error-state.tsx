import { CircleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'

type ErrorStateProps = Omit<ComponentProps<'div'>, 'title'> & {
  title?: ReactNode
  message: ReactNode
  hint?: ReactNode
  /** Code, status and request id for a report, one `name: value` per line. Collapsed by default. */
  details?: string | undefined
  onRetry?: (() => void) | undefined
}

export function ErrorState({
  title,
  message,
  hint,
  details,
  onRetry,
  className,
  ...props
}: ErrorStateProps) {
  return (
    <div
      data-slot="error-state"
      role="alert"
      className={classNames('flex gap-3 rounded-md base:border base:bg-raised base:p-4', className)}
      {...props}
    >
      <CircleAlert className="mt-0.5 text-danger-text" />
      <div className="grid min-w-0 flex-1 gap-1">
        {title && <p className="font-medium">{title}</p>}
        <div className={classNames('break-words', title && 'text-muted')}>{message}</div>
        {hint && <div className="text-muted">{hint}</div>}
        {details && (
          <details className="mt-1 text-xs">
            <summary className="w-fit cursor-pointer text-muted hover:text-text">Details</summary>
            <div className="mt-2 flex items-start gap-2 rounded-md bg-sunken p-2">
              <pre className="min-w-0 flex-1 overflow-x-auto whitespace-pre-wrap">{details}</pre>
              <CopyButton text={details} size="sm" />
            </div>
          </details>
        )}
        {onRetry && (
          <div className="mt-2">
            <Button size="sm" onClick={onRetry}>
              Retry
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
