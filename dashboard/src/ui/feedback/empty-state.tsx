import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'

type EmptyStateProps = Omit<ComponentProps<'div'>, 'title'> & {
  /** Names the items that will appear here. */
  title: ReactNode
  description?: ReactNode
  /**
   * The single action that creates the first item. A button is hidden where the header of the page, or
   * of the list, has one.
   */
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
      {description && <div className="mt-1 max-w-md text-balance text-muted">{description}</div>}
      {action && (
        <div
          className={classNames(
            'flex max-w-full min-w-0 flex-wrap justify-center gap-x-2 *:mt-4',
            'group-has-[[data-slot=page-header]_[data-slot=button]]/page:*:data-[slot=button]:hidden',
            'group-has-[[data-slot=list-header]_[data-slot=button]]/list:*:data-[slot=button]:hidden',
          )}
        >
          {action}
        </div>
      )}
    </div>
  )
}
