import { lazy, Suspense } from 'react'
import { useHistogram } from '../../../data/resources/services/logs/events.ts'
import type { LogScope } from '../../../data/resources/services/logs/scope.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { withLogTimes } from '../url/logs-scope.ts'
import type { ChangeSearch } from '../use-logs-view.ts'

const LogHistogram = lazy(async () => ({
  default: (await import('./log-histogram.tsx')).LogHistogram,
}))

type HistogramSectionProps = { projectRef: string; scope: LogScope; onSearch: ChangeSearch }

/** The chart above the table. If it fails to load, the table says why. */
export function HistogramSection({ projectRef, scope, onSearch }: HistogramSectionProps) {
  const { data, isError } = useHistogram(projectRef, scope)
  const skeleton = <Skeleton className="h-25" />
  if (!data && isError) return null
  return (
    <div className="border-b px-4 pb-1 sm:px-6">
      {data ? (
        <Suspense fallback={skeleton}>
          <LogHistogram
            histogram={data}
            onZoom={(start, end) => onSearch(withLogTimes(start, end))}
          />
        </Suspense>
      ) : (
        skeleton
      )}
    </div>
  )
}
