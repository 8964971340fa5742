import { Link } from '@tanstack/react-router'
import { Forbidden } from '../../../components/forbidden.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { hasErrorCode } from '../../../data/client/api-error.ts'
import { useCan, useProject } from '../../../data/resources/platform/projects.ts'
import { useBucket } from '../../../data/resources/services/storage/buckets.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../../../ui/layout/page-header.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { ExplorerSearch } from './explorer-search.ts'
import { Explorer } from './explorer.tsx'

type ExplorerPageProps = {
  projectRef: string
  bucket: string
  search: ExplorerSearch
  onSearch: (search: ExplorerSearch, options?: { replace?: boolean }) => void
}

/** The files of one bucket. */
export function ExplorerPage({ projectRef, bucket, search, onSearch }: ExplorerPageProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle(bucket, project?.name)
  if (!project) return null
  if (!can('storage:read')) {
    return (
      <Page>
        <PageHeader title={bucket} />
        <Forbidden missing="storage:read">This page shows the files of the project.</Forbidden>
      </Page>
    )
  }
  return (
    <Loader
      projectRef={projectRef}
      bucket={bucket}
      endpoints={project.endpoints}
      canWrite={can('storage:write')}
      search={search}
      onSearch={onSearch}
    />
  )
}

type LoaderProps = ExplorerPageProps & {
  endpoints: { api_url: string; host_api_url: string | null }
  canWrite: boolean
}

function Loader(props: LoaderProps) {
  const { projectRef, bucket } = props
  const { data, error, refetch } = useBucket(projectRef, bucket)
  if (hasErrorCode(error, 'NoSuchBucket')) {
    return (
      <Page>
        <PageHeader title={bucket} />
        <EmptyState
          title="This bucket does not exist"
          description="It was deleted, or the link is wrong."
          action={
            <Button asChild>
              <Link to="/project/$ref/storage" params={{ ref: projectRef }}>
                Show all buckets
              </Link>
            </Button>
          }
        />
      </Page>
    )
  }
  if (error) {
    return (
      <Page>
        <PageHeader title={bucket} />
        <QueryError
          error={error}
          title="Could not load the bucket"
          onRetry={() => void refetch()}
        />
      </Page>
    )
  }
  if (!data) {
    return (
      <Page>
        <Skeleton className="h-96" />
      </Page>
    )
  }
  return (
    <Explorer
      projectRef={projectRef}
      bucket={data}
      endpoints={props.endpoints}
      canWrite={props.canWrite}
      search={props.search}
      onSearch={props.onSearch}
    />
  )
}
