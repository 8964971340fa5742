import { MAX_STORAGE_WEBHOOKS, type StorageWebhook } from '@stoa/contract/services/storage/webhooks'
import { useState } from 'react'
import { Forbidden } from '../../../components/forbidden.tsx'
import { WebhookList } from '../../../components/webhooks/webhook-list.tsx'
import type { WebhookColumn } from '../../../components/webhooks/webhook-table.tsx'
import { useCan, useProject } from '../../../data/resources/projects/projects.ts'
import { storageWebhooks, useStorageWebhooks } from '../../../data/resources/storage/webhooks.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Page, PageHeader } from '../../../ui/layout/page-header.tsx'
import { EditWebhookSheet, NewWebhookSheet } from './webhook-sheet.tsx'

/** The web addresses that receive events about files. */
export function WebhooksPage({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  const [isCreating, setIsCreating] = useState(false)
  useTitle('Webhooks', 'Storage', project?.name)
  if (!project) return null
  const canWrite = can('storage:write')
  return (
    <Page>
      <PageHeader
        title="Webhooks"
        description="Webhooks tell your servers when files are created and removed."
        action={
          canWrite && (
            <Button variant="primary" onClick={() => setIsCreating(true)}>
              New webhook
            </Button>
          )
        }
      />
      {can('storage:read') ? (
        <Webhooks projectRef={projectRef} canWrite={canWrite} onNew={() => setIsCreating(true)} />
      ) : (
        <Forbidden missing="storage:read">This page shows the webhooks of the files.</Forbidden>
      )}
      {isCreating && (
        <NewWebhookSheet projectRef={projectRef} onClose={() => setIsCreating(false)} />
      )}
    </Page>
  )
}

const COLUMNS: readonly WebhookColumn<StorageWebhook>[] = [
  {
    label: 'Files',
    className: 'hidden truncate text-muted md:table-cell',
    cell: ({ bucket, prefix }) => (
      <>
        {bucket ?? 'All buckets'}
        {prefix !== '' && <span className="font-mono"> /{prefix}</span>}
      </>
    ),
  },
]

type WebhooksProps = { projectRef: string; canWrite: boolean; onNew: () => void }

function Webhooks({ projectRef, canWrite, onNew }: WebhooksProps) {
  return (
    <WebhookList
      {...{ projectRef, canWrite, onNew }}
      webhooks={useStorageWebhooks(projectRef)}
      source={storageWebhooks}
      columns={COLUMNS}
      maximum={MAX_STORAGE_WEBHOOKS}
      emptyDescription="A webhook sends a signed POST request to a URL for each file that is created or removed."
      deleteDescription="The delivery log and events that are not delivered yet are deleted too."
      EditSheet={EditWebhookSheet}
    />
  )
}
