import { MAX_STORAGE_WEBHOOKS, type StorageWebhook } from '@stoa/contract/services/storage/webhooks'
import type { RecordColumn } from '../../../components/list/record-table.tsx'
import { useOpenPanel } from '../../../components/list/use-open-panel.ts'
import { ProjectPage } from '../../../components/project-page.tsx'
import { WebhookList } from '../../../components/webhooks/webhook-list.tsx'
import { useCan } from '../../../data/resources/platform/projects.ts'
import {
  storageWebhooks,
  useStorageWebhooks,
} from '../../../data/resources/services/storage/webhooks.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EditWebhookSheet, NewWebhookSheet } from './webhook-sheet.tsx'

/** The web addresses that receive events about files. */
export function WebhooksPage({ projectRef }: { projectRef: string }) {
  const canWrite = useCan(projectRef)('storage:write')
  const { panel, open, close } = useOpenPanel(['new'])
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Webhooks"
      product="storage"
      description="Webhooks tell your servers when files are created and removed."
      action={
        canWrite && (
          <Button variant="primary" onClick={() => open('new')}>
            New webhook
          </Button>
        )
      }
      needs={['storage:read']}
      forbidden="This page shows the webhooks of the files."
    >
      <Webhooks projectRef={projectRef} canWrite={canWrite} onNew={() => open('new')} />
      {canWrite && panel && <NewWebhookSheet projectRef={projectRef} onClose={close} />}
    </ProjectPage>
  )
}

const COLUMNS: readonly RecordColumn<StorageWebhook>[] = [
  {
    header: 'Files',
    className: 'hidden md:table-cell',
    textClassName: 'truncate text-muted',
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
