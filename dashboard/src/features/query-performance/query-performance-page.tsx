import { useState } from 'react'
import { ProjectPage } from '../../components/project-page.tsx'
import { useUrlParam } from '../../components/list/use-search-param.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { useQueryStatistics } from '../../data/resources/services/query-performance/query-performance.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ExportMenu } from './export-menu.tsx'
import { withShares } from './listed-queries.ts'
import { QueryList } from './queries-list.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { RunningNow } from './running-now.tsx'
import { spanOf } from './spans.ts'

/** The queries that take the time of a project's database. */
export function QueryPerformancePage({ projectRef }: { projectRef: string }) {
  const can = useCan(projectRef)
  const [spanName, setSpan] = useUrlParam('span')
  const span = spanOf(spanName)
  const statistics = useQueryStatistics(projectRef, span.hours)
  const [isResetting, setIsResetting] = useState(false)
  const { data } = statistics
  const queries = data && withShares(data.queries)
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Query performance"
      product="advisors"
      description="The queries that take the time of your database. Their statistics outlive restarts of Postgres."
      needs={['query_performance:read']}
      forbidden="This page lists the queries of the database and how long they take."
      action={
        <>
          {queries && queries.length > 0 && <ExportMenu queries={queries} />}
          {data?.is_available && can('query_performance:write') && (
            <Button onClick={() => setIsResetting(true)}>Reset statistics</Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {can('database:read') && <RunningNow projectRef={projectRef} />}
        <QueryList {...{ projectRef, statistics, span }} onSpan={setSpan} />
      </div>
      {isResetting && <ResetDialog projectRef={projectRef} onClose={() => setIsResetting(false)} />}
    </ProjectPage>
  )
}
