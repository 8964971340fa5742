import type { useDependents } from '../../data/resources/services/meta/objects.ts'
import { formatCount } from '../../lib/quantities.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Option } from '../form/option.tsx'
import { QueryError } from '../query-error.tsx'

type DependentsListProps = {
  dependents: Pick<ReturnType<typeof useDependents>, 'data' | 'error' | 'isPending'>
  /** Whether the objects that need a cascade are to be deleted too. */
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** The objects that are deleted with an object, and the choice to delete those that depend on it. */
export function DependentsList({ dependents, isChosen, onChoose }: DependentsListProps) {
  const { data, error, isPending } = dependents
  if (isPending) return <Skeleton className="h-10" />
  if (error) return <QueryError error={error} title="Could not load the dependent objects" />
  const items = data?.items ?? []
  const total = data?.total ?? 0
  if (items.length === 0) return null
  const needsCascade = items.some((item) => item.needs_cascade)
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-medium">
        {needsCascade ? 'Objects that depend on it' : 'Deleted with it'}
      </h3>
      <ul
        aria-label="Dependent objects"
        className="max-h-40 divide-y overflow-y-auto rounded-md border text-xs"
      >
        {items.map(({ description }) => (
          <li key={description} className="px-2.5 py-1.5 font-mono break-words">
            {description}
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p className="text-xs text-muted">and {formatCount(total - items.length)} more</p>
      )}
      {needsCascade && (
        <Option checked={isChosen} onChange={onChoose}>
          Also delete these objects and their data
        </Option>
      )}
    </section>
  )
}
