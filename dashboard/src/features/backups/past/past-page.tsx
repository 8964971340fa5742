import type { Look } from '@stoa/contract/platform/looks'
import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { Link } from '@tanstack/react-router'
import { Breadcrumb } from '../../../components/breadcrumb.tsx'
import { Forbidden } from '../../../components/forbidden.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { PRODUCTS } from '../../../components/rooms/products.ts'
import { isPassing, useCloseLook, useLook } from '../../../data/resources/platform/looks.ts'
import { useCan, useProject } from '../../../data/resources/platform/projects.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { formatSecond } from '../moments.ts'
import { LookNotice } from './look-notice.tsx'
import { PastBrowser } from './past-browser.tsx'

/** The data of an earlier moment: its tables, and queries that read them. */
export function PastPage({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('Earlier moment', PRODUCTS.database.label, project?.name)
  const missing = (['backup:read', 'database:read'] as const).find((each) => !can(each))
  return (
    <div
      data-slot="past-page"
      className="flex h-[calc(100dvh-var(--shell-top))] min-h-0 w-full flex-col overflow-hidden"
    >
      {!project && <Skeleton className="m-6 h-64" />}
      {project && missing && (
        <div className="p-6">
          <Forbidden missing={missing}>This page shows the data of an earlier moment.</Forbidden>
        </div>
      )}
      {project && !missing && <OpenMoment project={project} />}
    </div>
  )
}

function OpenMoment({ project }: { project: ProjectDetail }) {
  const { data: look, error, refetch } = useLook(project.ref)
  return (
    <>
      <PastHeader project={project} look={look ?? undefined} />
      {error && !look && (
        <QueryError
          className="m-6"
          error={error}
          title="Could not load the moment"
          onRetry={() => void refetch()}
        />
      )}
      {look === undefined && !error && <Skeleton className="m-6 h-64" />}
      {look === null && (
        <div className="p-6">
          <EmptyState
            title="No earlier moment is open"
            description="Choose a moment on the page Backups. It is closed again when nobody has used it for 30 minutes."
            action={
              <Button asChild variant="primary">
                <Link to="/project/$ref/database/backups" params={{ ref: project.ref }}>
                  Choose a moment
                </Link>
              </Button>
            }
          />
        </div>
      )}
      {look && (isPassing(look) || look.phase === 'ended') && (
        <div className="p-4 sm:p-6">
          <LookNotice project={project} look={look} />
        </div>
      )}
      {look?.phase === 'open' && (
        <PastBrowser key={look.started_at} project={project} moment={look.moment} />
      )}
    </>
  )
}

function PastHeader({ project, look }: { project: ProjectDetail; look: Look | undefined }) {
  const close = useCloseLook(project.ref)
  const isOpen = look?.phase === 'open'
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-3 sm:px-6">
      <div className="flex min-w-0 items-baseline gap-1.5">
        <Breadcrumb
          parents={[
            {
              label: 'Backups',
              link: { to: '/project/$ref/database/backups', params: { ref: project.ref } },
            },
          ]}
        />
        <h1 className="min-w-0 truncate text-base font-semibold">
          {look ? formatSecond(Date.parse(look.moment)) : 'Earlier moment'}
        </h1>
      </div>
      {isOpen && (
        <div className="flex items-center gap-3">
          <span className="text-xs text-muted">Read-only</span>
          {project.abilities.includes('backup:create') && (
            <Button pending={close.isPending} onClick={() => close.mutate()}>
              Close
            </Button>
          )}
        </div>
      )}
    </header>
  )
}
