import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { ProjectStatusLabel } from '../../components/project-status.tsx'
import { Time } from '../../components/time.tsx'
import { useOnboardingHidden } from '../../data/local/onboarding.ts'
import { useProjectOverview } from '../../data/resources/platform/overview.ts'
import { useBackups } from '../../data/resources/platform/backups.ts'
import { useDiskUsage } from '../../data/resources/platform/disk.ts'
import { useProject, useProjectTransition } from '../../data/resources/platform/projects.ts'
import { formatBytes } from '../../lib/quantities.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { databaseVersion } from './database-version.ts'
import { FailureReport } from './failure-report.tsx'
import { FirstMinutes } from './first-minutes.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import { ProjectServices } from './project-services.tsx'
import { StateNotice } from './project-state.tsx'
import { isUsable } from './project-states.ts'
import { RecentQueries } from './recent-queries.tsx'
import { ServiceCharts } from './service-charts.tsx'
import { TopFindings } from './top-findings.tsx'

/** The overview of a project in any state. Reading it wakes no database. */
export function ProjectHome({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  useTitle(project?.name)
  if (!project) return null
  // The project's data is read again when it starts, stops or wakes.
  const state = `${project.status} ${project.compute}`
  return (
    <Page width="form">
      <PageHeader
        title={
          <span className="flex items-center gap-3">
            <span className="truncate">{project.name}</span>
            <ProjectStatusLabel project={project} className="font-normal tracking-normal" />
          </span>
        }
      />
      {project.status === 'ACTIVE_UNHEALTHY' && <Unhealthy project={project} />}
      {!isUsable(project.status) && <StateNotice project={project} className="mb-8" />}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_15rem]">
        <Overview key={state} project={project} />
        <div className="grid content-start gap-6 lg:border-l lg:pl-6">
          <Facts project={project} />
          <ProjectServices key={state} projectRef={project.ref} />
        </div>
      </div>
    </Page>
  )
}

function Overview({ project }: { project: ProjectDetail }) {
  const { data: overview, error, refetch } = useProjectOverview(project.ref)
  const [isHidden, setIsHidden] = useOnboardingHidden(project.ref)
  const isRunning = isUsable(project.status) && project.compute === 'running'
  if (error && !overview) {
    return (
      <QueryError
        error={error}
        title="Could not load the overview"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!overview) return <OverviewSkeleton />
  const isKnown = isUsable(project.status) && overview.measured_at !== null
  const isNew = isKnown && !(overview.has_requests && hasTables(overview.figures))
  return (
    <div className="grid min-w-0 content-start gap-8">
      <OverviewFigures overview={overview} isRunning={isRunning} />
      {isNew && !isHidden && (
        <FirstMinutes project={project} overview={overview} onHide={() => setIsHidden(true)} />
      )}
      <ServiceCharts projectRef={project.ref} />
      <NeedsAttention projectRef={project.ref} notices={overview.notices} />
      <TopFindings projectRef={project.ref} />
      <RecentQueries projectRef={project.ref} />
    </div>
  )
}

const hasTables = (figures: readonly { name: string; value: number }[]): boolean =>
  figures.some(({ name, value }) => name === 'tables' && value > 0)

function OverviewSkeleton() {
  return (
    <div className="grid content-start gap-8" aria-busy>
      <div className="grid grid-cols-2 gap-6 sm:grid-cols-4">
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} className="h-11" />
        ))}
      </div>
      <Skeleton className="h-32" />
      <Skeleton className="h-32" />
    </div>
  )
}

function Unhealthy({ project }: { project: ProjectDetail }) {
  const retry = useProjectTransition(project.ref, 'retry')
  return (
    <div className="mb-6 grid gap-3">
      <Callout
        type="caution"
        title="The database is slow or not responding"
        action={
          project.abilities.includes('project:pause') && (
            <Button pending={retry.isPending} onClick={() => retry.mutate()}>
              Retry
            </Button>
          )
        }
      />
      {project.failure && <FailureReport failure={project.failure} />}
    </div>
  )
}

function Facts({ project }: { project: ProjectDetail }) {
  return (
    <dl className="grid content-start gap-3 text-xs sm:grid-cols-2 lg:grid-cols-1">
      <Fact name="Reference">
        <code>{project.ref}</code>
      </Fact>
      <Fact name="Postgres">{databaseVersion(project.dbVersion)}</Fact>
      <Fact name="API address">
        <code className="break-all">{new URL(project.endpoints.api_url).host}</code>
      </Fact>
      <DiskFact projectRef={project.ref} />
      {project.abilities.includes('backup:read') && <BackupFact projectRef={project.ref} />}
      <Fact name="Created">
        <Time date={project.inserted_at} />
      </Fact>
    </dl>
  )
}

function DiskFact({ projectRef }: { projectRef: string }) {
  const { data: disk, isError } = useDiskUsage(projectRef)
  if (isError && !disk) return null
  return (
    <Fact name="Disk">
      {disk ? (
        `${formatBytes(disk.used_bytes)} of ${formatBytes(disk.limit_bytes)}`
      ) : (
        <Skeleton className="h-4 w-24" />
      )}
    </Fact>
  )
}

function BackupFact({ projectRef }: { projectRef: string }) {
  const { data, isError } = useBackups(projectRef)
  const last = data?.backups.find(({ status }) => status === 'complete')
  if (isError && !data) return null
  return (
    <Fact name="Last backup">
      {!data && <Skeleton className="h-4 w-24" />}
      {data && (
        <Link
          to="/project/$ref/database/backups"
          params={{ ref: projectRef }}
          className="hover:underline"
        >
          {last?.completed_at ? <Time date={last.completed_at} /> : noBackup(data.is_enabled)}
        </Link>
      )}
    </Fact>
  )
}

const noBackup = (isEnabled: boolean) => (isEnabled ? 'None yet' : 'Off')

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}
