import { MAX_STORAGE_WEBHOOKS, type StorageWebhook } from '@stoa/contract/services/storage/webhooks'
import { useState } from 'react'
import { Forbidden } from '../../../components/forbidden.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { DeliveriesSheet } from '../../../components/webhooks/deliveries-sheet.tsx'
import { useCan, useProject } from '../../../data/resources/projects.ts'
import {
  useDeleteStorageWebhook,
  useRedeliverStorageWebhook,
  useStorageWebhookDeliveries,
  useStorageWebhooks,
  useTestStorageWebhook,
} from '../../../data/resources/storage-webhooks.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page, PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StorageTabs } from '../storage-tabs.tsx'
import { RotateSecretDialog } from './rotate-secret-dialog.tsx'
import { EditWebhookSheet, NewWebhookSheet } from './webhook-sheet.tsx'
import { WebhookTable, type WebhookAction } from './webhook-table.tsx'

type Chosen = { readonly action: WebhookAction; readonly webhook: StorageWebhook }

/** The web addresses that receive events about files. */
export function WebhooksPage({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  const [isCreating, setIsCreating] = useState(false)
  useTitle('Storage webhooks', project?.name)
  if (!project) return null
  const canWrite = can('storage:write')
  return (
    <Page>
      <PageHeader
        title="Storage"
        description="Webhooks tell your servers when files are created and removed."
        action={
          canWrite && (
            <Button variant="primary" onClick={() => setIsCreating(true)}>
              New webhook
            </Button>
          )
        }
      />
      <StorageTabs projectRef={projectRef} />
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

type WebhooksProps = { projectRef: string; canWrite: boolean; onNew: () => void }

function Webhooks({ projectRef, canWrite, onNew }: WebhooksProps) {
  const { data, error, refetch } = useStorageWebhooks(projectRef)
  const remove = useDeleteStorageWebhook(projectRef)
  const [chosen, setChosen] = useState<Chosen>()
  const close = () => setChosen(undefined)
  if (error) {
    return (
      <QueryError
        error={error}
        title="Could not load the webhooks"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Skeleton className="h-64" />
  if (data.length === 0) {
    return (
      <EmptyState
        title="No webhooks yet"
        description="A webhook sends a signed POST request to a URL for each file that is created or removed."
        action={
          canWrite && (
            <Button variant="primary" onClick={onNew}>
              New webhook
            </Button>
          )
        }
      />
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <WebhookTable
        webhooks={data}
        canWrite={canWrite}
        onAction={(action, webhook) => setChosen({ action, webhook })}
      />
      {data.length >= MAX_STORAGE_WEBHOOKS && (
        <p className="text-xs text-muted">
          A project can have {MAX_STORAGE_WEBHOOKS} webhooks. Delete one to create another.
        </p>
      )}
      {chosen?.action === 'edit' && (
        <EditWebhookSheet projectRef={projectRef} webhook={chosen.webhook} onClose={close} />
      )}
      {chosen?.action === 'deliveries' && (
        <Deliveries
          projectRef={projectRef}
          webhook={chosen.webhook}
          canWrite={canWrite}
          onClose={close}
        />
      )}
      {chosen?.action === 'rotate' && (
        <RotateSecretDialog projectRef={projectRef} webhook={chosen.webhook} onClose={close} />
      )}
      <ConfirmDialog
        visible={chosen?.action === 'delete'}
        variant="danger"
        size="md"
        title={`Delete ${chosen?.webhook.name ?? ''}`}
        description="The delivery log and events that are not delivered yet are deleted too. This can’t be undone."
        confirmLabel="Delete webhook"
        loading={remove.isPending}
        onCancel={close}
        onConfirm={() => chosen && remove.mutate(chosen.webhook.id, { onSettled: close })}
      />
    </div>
  )
}

type DeliveriesProps = {
  projectRef: string
  webhook: StorageWebhook
  canWrite: boolean
  onClose: () => void
}

function Deliveries({ projectRef, webhook, canWrite, onClose }: DeliveriesProps) {
  const test = useTestStorageWebhook(projectRef, webhook.id)
  const redeliver = useRedeliverStorageWebhook(projectRef, webhook.id)
  return (
    <DeliveriesSheet
      {...{ webhook, canWrite, onClose }}
      deliveries={useStorageWebhookDeliveries(projectRef, webhook.id)}
      isTesting={test.isPending}
      onTest={() => test.mutate(undefined)}
      onRedeliver={(id) => redeliver.mutate(id)}
    />
  )
}
