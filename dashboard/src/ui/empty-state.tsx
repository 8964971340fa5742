import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

type EmptyStateProps = Omit<ComponentProps<'div'>, 'title'> & {
  /** Names what will appear here. */
  title: ReactNode
  description?: ReactNode
  /** The single action that creates the first item. */
  action?: ReactNode
}

export function EmptyState({ title, description, action, className, ...props }: EmptyStateProps) {
  return (
    <div
      data-slot="empty-state"
      className={classNames(
        'flex flex-col items-center rounded-md border border-dashed px-6 py-12 text-center',
        className,
      )}
      {...props}
    >
      <p className="font-medium">{title}</p>
      {description && <div className="mt-1 max-w-md text-muted">{description}</div>}
      {action && (
        <div className="mt-4 flex max-w-full min-w-0 flex-wrap justify-center gap-2">{action}</div>
      )}
    </div>
  )
}
