import type { ProjectDetail } from '@stoa/contract/platform/projects'
import type { ReactNode } from 'react'
import { ProjectStatusLabel } from '../../components/project-status.tsx'
import { Time } from '../../components/time.tsx'
import { useProject, useProjectTransition } from '../../data/resources/projects.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { databaseVersion } from './database-version.ts'
import { FailureReport } from './failure-report.tsx'
import { FirstMinutes } from './first-minutes.tsx'
import { ProjectServices } from './project-services.tsx'

/** A project that answers: its facts, and the way from nothing to the first request. */
export function ProjectHome({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  useTitle(project?.name)
  if (!project) return null
  return (
    <Page>
      <PageHeader
        title={
          <span className="flex items-center gap-3">
            <span className="truncate">{project.name}</span>
            <ProjectStatusLabel project={project} className="font-normal tracking-normal" />
          </span>
        }
      />
      {project.status === 'ACTIVE_UNHEALTHY' && <Unhealthy project={project} />}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_15rem]">
        <FirstMinutes project={project} />
        <div className="grid content-start gap-6 lg:border-l lg:pl-6">
          <Facts project={project} />
          <ProjectServices projectRef={project.ref} />
        </div>
      </div>
    </Page>
  )
}

function Unhealthy({ project }: { project: ProjectDetail }) {
  const retry = useProjectTransition(project.ref, 'retry')
  return (
    <div className="mb-6 grid gap-3">
      <Callout
        type="caution"
        title="The database answers badly or not at all"
        action={
          project.abilities.includes('project:pause') && (
            <Button pending={retry.isPending} onClick={() => retry.mutate()}>
              Try again
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
      <Fact name="Compute">
        {project.compute === 'sleeping' ? 'Asleep; wakes on the next request' : 'Running'}
      </Fact>
      <Fact name="Region">{project.region}</Fact>
      <Fact name="Created">
        <Time date={project.inserted_at} />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}
