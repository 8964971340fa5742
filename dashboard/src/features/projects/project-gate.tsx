import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { ApiError } from '../../data/client/api-error.ts'
import { useProject } from '../../data/resources/platform/projects.ts'
import { Page } from '../../ui/layout/page-header.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { isUsable } from './project-states.ts'

const ProjectState = lazy(async () => ({
  default: (await import('./project-state.tsx')).ProjectState,
}))

type ProjectGateProps = {
  projectRef: string
  /** Pages that need the database are shown only while it is available. */
  needsDatabase: boolean
  /** Called once if the project does not exist; opens the landing page. */
  onUnknown: () => void
  children: ReactNode
}

/** Shows a project's pages once the project has loaded and its state allows it. */
export function ProjectGate({ projectRef, needsDatabase, onUnknown, children }: ProjectGateProps) {
  const { data: project, error, refetch } = useProject(projectRef)
  const isUnknown = (error instanceof ApiError && error.code === 404) || isRemoved(project)
  useEffect(() => {
    if (!isUnknown) return
    toast.error('This project does not exist', { id: 'project-not-found' })
    onUnknown()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the discovery counts
  }, [isUnknown])
  if (isUnknown) return null
  if (project) {
    const isInTheWay = needsDatabase && !isUsable(project.status)
    if (!isInTheWay) return children
    return (
      <Suspense fallback={<Loading />}>
        <ProjectState project={project} />
      </Suspense>
    )
  }
  if (error) {
    return (
      <Page>
        <QueryError
          error={error}
          title="Could not load the project"
          onRetry={() => void refetch()}
        />
      </Page>
    )
  }
  return <Loading />
}

const Loading = () => (
  <Page aria-busy>
    <Skeleton className="mb-6 h-7 w-48" />
    <Skeleton className="h-64" />
  </Page>
)

const isRemoved = (project: ProjectDetail | undefined) => project?.status === 'REMOVED'
