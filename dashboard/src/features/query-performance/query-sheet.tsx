import { useCan } from '../../data/resources/platform/projects.ts'
import { useQueryHistory } from '../../data/resources/services/query-performance/query-performance.ts'
import { QueryError } from '../../components/query-error.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'
import { CallersSection } from './callers-section.tsx'
import { HistorySection } from './history-section.tsx'
import { IndexSection } from './index-section.tsx'
import type { ListedQuery } from './listed-queries.ts'
import { NumbersSection } from './numbers-section.tsx'
import { PlanSection } from './plan-section.tsx'
import type { spanOf } from './spans.ts'
import { StatementSection } from './statement-section.tsx'
import { SOURCES } from './words.ts'

type QuerySheetProps = {
  projectRef: string
  query: ListedQuery
  span: ReturnType<typeof spanOf>
  retentionDays: number
  onSpan: (span: string) => void
  onClose: () => void
}

/** A query with its numbers, its history, its plan, and the indexes that could help. */
export function QuerySheet({ projectRef, query, onClose, ...props }: QuerySheetProps) {
  const can = useCan(projectRef)
  const { span } = props
  const { data, error, refetch, dataUpdatedAt } = useQueryHistory(projectRef, {
    id: query.id,
    hours: span.hours,
  })
  return (
    <Sheet
      open
      size="xl"
      title="Query"
      description={`${query.role}, ${SOURCES[query.source]}`}
      onClose={onClose}
    >
      <SheetBody className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        {error && (
          <QueryError
            error={error}
            title="Could not load the history of the query"
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-64" />}
        {data && (
          <>
            <StatementSection projectRef={projectRef} history={data} />
            <NumbersSection history={data} />
            <HistorySection
              projectRef={projectRef}
              history={data}
              readAt={dataUpdatedAt}
              {...props}
            />
            <CallersSection history={data} />
            {can('database:read') && !data.is_cut && (
              <PlanSection projectRef={projectRef} sql={data.statement} />
            )}
            {can('database:write') && !data.is_cut && (
              <IndexSection projectRef={projectRef} sql={data.statement} />
            )}
          </>
        )}
      </SheetBody>
    </Sheet>
  )
}
