import type { CountedBucket } from '@stoa/contract/services/storage/members'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { QueryList } from '../../../components/list/query-list.tsx'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import { SearchField } from '../../../components/list/search-field.tsx'
import { useSearchParam } from '../../../components/list/use-search-param.ts'
import { ProjectPage } from '../../../components/project-page.tsx'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { MOST_BUCKETS, useBuckets } from '../../../data/resources/services/storage/buckets.ts'
import { Button } from '../../../ui/buttons/button.tsx'
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
  const canWrite = useCan(projectRef)('storage:write')
  const navigate = useNavigate()
  const create = () => onCreating(true)
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Buckets"
      product="storage"
      description="Buckets contain the files that users and apps upload."
      action={
        canWrite && (
          <Button variant="primary" onClick={create}>
            New bucket
          </Button>
        )
      }
      tabs={<StorageUsage projectRef={projectRef} />}
      needs={['storage:read']}
      forbidden="This page shows the files of the project."
    >
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
    </ProjectPage>
  )
}

type BucketsProps = { projectRef: string; onCreate: (() => void) | undefined }

function Buckets({ projectRef, onCreate }: BucketsProps) {
  const { value: search, field } = useSearchParam('search')
  const [order, setOrder] = useState<BucketOrder>({ sort: 'name', order: 'asc' })
  const [asked, setAsked] = useState<{ action: BucketAction; bucket: CountedBucket }>()
  const buckets = useBuckets(projectRef, { ...order, ...(search !== '' && { search }) })
  const { panel, open, close } = useRecordPanel({ kinds: ['edit'], items: buckets.data })
  const dialog = { projectRef, onClose: () => setAsked(undefined) }
  return (
    <>
      <QueryList
        label="buckets"
        query={buckets}
        isSearched={search !== ''}
        toolbar={<SearchField label="Search buckets" field={field} />}
        noResults={`No bucket’s name contains “${search}”.`}
        empty={noBuckets(onCreate)}
        maximum={MOST_BUCKETS}
      >
        {(items) => (
          <BucketTable
            projectRef={projectRef}
            buckets={items}
            order={order}
            onOrder={setOrder}
            onAction={
              onCreate &&
              ((action, bucket) =>
                action === 'edit' ? open('edit', bucket) : setAsked({ action, bucket }))
            }
          />
        )}
      </QueryList>
      {onCreate && panel && (
        <EditBucketSheet bucket={panel.item} projectRef={projectRef} onClose={close} />
      )}
      {asked?.action === 'empty' && <EmptyBucketDialog bucket={asked.bucket} {...dialog} />}
      {asked?.action === 'delete' && <DeleteBucketDialog bucket={asked.bucket} {...dialog} />}
    </>
  )
}

const noBuckets = (onCreate: BucketsProps['onCreate']) => ({
  title: 'No buckets yet',
  description: onCreate
    ? 'Create a bucket to store images, documents, and other files of your app. Each bucket has its own access, size limit, and file types.'
    : 'A bucket stores images, documents, and other files of the app. Members with the developer role can create one.',
  action: onCreate && (
    <Button variant="primary" onClick={onCreate}>
      New bucket
    </Button>
  ),
})
