import type { CountedBucket } from '@stoa/contract/services/storage/members'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Forbidden } from '../../../components/forbidden.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { useCan, useProject } from '../../../data/resources/projects/projects.ts'
import { MOST_BUCKETS, useBuckets } from '../../../data/resources/storage/buckets.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../../../ui/layout/page-header.tsx'
import { SearchInput } from '../../../ui/inputs/search-input.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { StorageUsage } from '../storage-usage.tsx'
import { DeleteBucketDialog, EmptyBucketDialog } from './bucket-dialogs.tsx'
import { EditBucketSheet, NewBucketSheet } from './bucket-sheet.tsx'
import { BucketTable, type BucketAction, type BucketOrder } from './bucket-table.tsx'

type BucketsPageProps = {
  projectRef: string
  /** Whether the panel for a new bucket is open. It is part of the URL. */
  isCreating: boolean
  onCreating: (isCreating: boolean) => void
}

export function BucketsPage({ projectRef, isCreating, onCreating }: BucketsPageProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  const navigate = useNavigate()
  useTitle('Buckets', 'Storage', project?.name)
  if (!project) return null
  if (!can('storage:read')) {
    return (
      <Page>
        <PageHeader title="Buckets" />
        <Forbidden missing="storage:read">This page shows the files of the project.</Forbidden>
      </Page>
    )
  }
  const canWrite = can('storage:write')
  const create = () => onCreating(true)
  return (
    <Page>
      <PageHeader
        title="Buckets"
        description="Buckets contain the files that users and apps upload."
        action={
          canWrite && (
            <Button variant="primary" onClick={create}>
              New bucket
            </Button>
          )
        }
      />
      <StorageUsage projectRef={projectRef} />
      <Buckets projectRef={projectRef} onCreate={canWrite ? create : undefined} />
      {isCreating && canWrite && (
        <NewBucketSheet
          projectRef={projectRef}
          onCreated={(bucket) =>
            void navigate({
              to: '/project/$ref/storage/buckets/$bucket',
              params: { ref: projectRef, bucket },
            })
          }
          onClose={() => onCreating(false)}
        />
      )}
    </Page>
  )
}

type BucketsProps = { projectRef: string; onCreate: (() => void) | undefined }

function Buckets({ projectRef, onCreate }: BucketsProps) {
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<BucketOrder>({ sort: 'name', order: 'asc' })
  const [chosen, setChosen] = useState<{ action: BucketAction; bucket: CountedBucket }>()
  const wanted = useDebounced(search.trim(), 200)
  const { data, error, refetch } = useBuckets(projectRef, {
    ...order,
    ...(wanted !== '' && { search: wanted }),
  })
  if (error) {
    return (
      <QueryError error={error} title="Could not load the buckets" onRetry={() => void refetch()} />
    )
  }
  if (!data) return <Skeleton className="h-64" />
  if (data.length === 0 && wanted === '' && search === '') return <NoBuckets onCreate={onCreate} />
  const dialog = { projectRef, onClose: () => setChosen(undefined) }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SearchInput
        label="Search buckets"
        className="w-full sm:w-64"
        value={search}
        onValueChange={setSearch}
      />
      {data.length === 0 ? (
        <EmptyState title="No results" description={`No bucket’s name contains “${wanted}”.`} />
      ) : (
        <BucketTable
          projectRef={projectRef}
          buckets={data}
          order={order}
          onOrder={setOrder}
          onAction={onCreate && ((action, bucket) => setChosen({ action, bucket }))}
        />
      )}
      {data.length >= MOST_BUCKETS && (
        <p className="text-xs text-muted">
          Showing the first {formatCount(MOST_BUCKETS)} buckets. Search to find others.
        </p>
      )}
      {chosen?.action === 'edit' && <EditBucketSheet bucket={chosen.bucket} {...dialog} />}
      {chosen?.action === 'empty' && <EmptyBucketDialog bucket={chosen.bucket} {...dialog} />}
      {chosen?.action === 'delete' && <DeleteBucketDialog bucket={chosen.bucket} {...dialog} />}
    </div>
  )
}

function NoBuckets({ onCreate }: Pick<BucketsProps, 'onCreate'>) {
  return (
    <EmptyState
      title="No buckets yet"
      description={
        onCreate
          ? 'Create a bucket to store images, documents, and other files of your app. Each bucket has its own access, size limit, and file types.'
          : 'A bucket stores images, documents, and other files of the app. Members with the developer role can create one.'
      }
      action={
        onCreate && (
          <Button variant="primary" onClick={onCreate}>
            New bucket
          </Button>
        )
      }
    />
  )
}
