import { Link } from '@tanstack/react-router'
import { ProjectPage } from '../../../components/project-page.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { MAX_URL_SQL } from '../explorer/explorer-search.ts'
import { useRecentQueries } from '../explorer/recent-queries.ts'

/** The queries that the member ran last in this browser. */
export function RecentPage({ projectRef }: { projectRef: string }) {
  const { recent, clear } = useRecentQueries(projectRef)
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Recent queries"
      product="logs"
      description="The last 20 queries that you ran in this browser."
      needs={['logs:read']}
      forbidden="This page lists queries over the project’s logs."
      action={recent.length > 0 && <Button onClick={clear}>Clear</Button>}
    >
      {recent.length === 0 && (
        <EmptyState
          title="No recent queries"
          description="Queries that you run in the explorer appear here."
          action={
            <Button asChild variant="primary">
              <Link to="/project/$ref/logs/explorer" params={{ ref: projectRef }} search={{}}>
                Open the explorer
              </Link>
            </Button>
          }
        />
      )}
      <ul className="grid gap-4">
        {recent.map((sql, index) => (
          <li key={sql} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
            <CodeBlock
              label={`Query ${index + 1}`}
              code={sql}
              className="max-h-48 overflow-y-auto"
            />
            {/* Longer ones have no place in a URL; they stay in the menu of the explorer. */}
            {sql.length < MAX_URL_SQL && (
              <Button asChild size="sm">
                <Link
                  to="/project/$ref/logs/explorer"
                  params={{ ref: projectRef }}
                  search={{ q: sql }}
                  aria-label={`Open query ${index + 1} in the explorer`}
                >
                  Open
                </Link>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </ProjectPage>
  )
}
