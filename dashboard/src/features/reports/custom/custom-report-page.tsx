import { useMemo, useState } from 'react'
import type { Snippet } from '@stoa/contract/platform/content'
import { Link } from '@tanstack/react-router'
import { createDraftStore, type DraftStore } from '../../../components/documents/drafts.ts'
import { ProjectPage } from '../../../components/project-page.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { useStoredSnippet } from '../../../data/resources/platform/content.ts'
import { pageStorage } from '../../../lib/storage.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { ReportsSearch } from '../reports-search.ts'
import { OpenReport } from './open-report.tsx'
import { readReport } from './report-text.ts'

type CustomReportPageProps = { projectRef: string; reportId: string; search: ReportsSearch }

/** A report that a member made, from the server and from the draft of this browser. */
export function CustomReportPage({ projectRef, reportId, search }: CustomReportPageProps) {
  const drafts = useMemo(
    () => createDraftStore({ projectRef, storage: pageStorage, now: () => new Date() }),
    [projectRef],
  )
  const [opened, setOpened] = useState(0)
  return (
    <Loader
      // A restored version replaces the open one.
      key={opened}
      projectRef={projectRef}
      reportId={reportId}
      search={search}
      drafts={drafts}
      onReload={() => setOpened(opened + 1)}
    />
  )
}

type LoaderProps = CustomReportPageProps & { drafts: DraftStore; onReload: () => void }

function Loader({ projectRef, reportId, search, drafts, onReload }: LoaderProps) {
  // The draft is read only once: saving removes it, which must not reload the report.
  const [draft] = useState(() => drafts.read(reportId))
  const isOnlyLocal = draft?.base_version === 0
  const stored = useStoredSnippet(projectRef, reportId, { enabled: !isOnlyLocal })
  const open = (snippet: Snippet | null) => {
    const text = draft?.sql ?? snippet?.sql ?? ''
    const report = readReport(text)
    if (!report)
      return (
        <Frame projectRef={projectRef}>
          <EmptyState
            title="This report cannot be opened"
            description="Its content is not that of a report. An earlier version may be."
          />
        </Frame>
      )
    return (
      <OpenReport
        projectRef={projectRef}
        reportId={reportId}
        search={search}
        drafts={drafts}
        stored={snippet}
        first={report}
        onReload={onReload}
      />
    )
  }
  const type = stored.data?.type ?? draft?.type
  if (isOnlyLocal) return open(null)
  // If the server is unavailable, the draft can still be edited.
  if (stored.isError && draft) return open(null)
  if (stored.isError)
    return (
      <Frame projectRef={projectRef}>
        <QueryError
          error={stored.error}
          title="Could not load the report"
          onRetry={() => void stored.refetch()}
        />
      </Frame>
    )
  if (stored.isPending)
    return (
      <Frame projectRef={projectRef}>
        <Skeleton className="h-96" />
      </Frame>
    )
  if (type !== 'report')
    return (
      <Frame projectRef={projectRef}>
        <EmptyState
          title="This report does not exist"
          description="It was deleted, or its author does not share it."
          action={
            <Button asChild variant="primary">
              <Link
                to="/project/$ref/reports/$id"
                params={{ ref: projectRef, id: 'new' }}
                search={{}}
              >
                New report
              </Link>
            </Button>
          }
        />
      </Frame>
    )
  return open(stored.data)
}

const Frame = ({ projectRef, children }: { projectRef: string; children: React.ReactNode }) => (
  <ProjectPage projectRef={projectRef} title="Report" product="reports" needs={['reports:read']}>
    {children}
  </ProjectPage>
)
