import type { ReactNode } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

type ListSectionProps = {
  title: string
  description: string
  action?: ReactNode
  children: ReactNode
}

/** A list below a page's settings, across the whole width. */
export function ListSection({ title, description, action, children }: ListSectionProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t py-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="text-sm font-semibold">{title}</h2>
          <p className="mt-1 text-muted">{description}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

type QueriedListSectionProps = ListSectionProps & {
  /** Undefined until they are loaded. */
  items: readonly unknown[] | undefined
  error: Error | null
  /** The title of an error: `Could not load the clients`. */
  failure: string
  onRetry: () => void
  empty: { title: string; description: string }
}

/**
 * Same as above, for loaded items. `action`, the button that adds one, is next to the title if
 * there are items, and below the empty state if there are none.
 */
export function QueriedListSection({
  items,
  error,
  failure,
  onRetry,
  empty,
  action,
  children,
  ...section
}: QueriedListSectionProps) {
  return (
    <ListSection {...section} action={items && items.length > 0 && action}>
      {error && !items && <QueryError error={error} title={failure} onRetry={onRetry} />}
      {!error && !items && <Skeleton className="h-24" />}
      {children}
      {items?.length === 0 && <EmptyState {...empty} action={action} />}
    </ListSection>
  )
}
