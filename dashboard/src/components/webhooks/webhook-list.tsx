import type { Webhook } from '@stoa/contract/services/webhook-endpoints'
import { useState, type ComponentType } from 'react'
import { useDeleteWebhook, type WebhookSource } from '../../data/resources/integrations/webhooks.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { QueryError } from '../query-error.tsx'
import { RemovalDialog } from '../removal-dialog.tsx'
import { DeliveriesSheet } from './deliveries-sheet.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookTable, type WebhookAction, type WebhookColumn } from './webhook-table.tsx'

type WebhookListProps<Kind> = {
  projectRef: string
  webhooks: { data: readonly Kind[] | undefined; error: Error | null; refetch: () => unknown }
  source: WebhookSource
  columns: readonly WebhookColumn<Kind>[]
  canWrite: boolean
  onNew: () => void
  /** Maximum webhooks per project. */
  maximum: number
  /** Describes webhooks, for a project that has none. */
  emptyDescription: string
  /** Describes what is deleted along with a webhook. */
  deleteDescription: string
  EditSheet: ComponentType<{ projectRef: string; webhook: Kind; onClose: () => void }>
}

/** The webhooks of a project, with the actions for each. */
export function WebhookList<Kind extends Webhook & { url: string }>({
  projectRef,
  webhooks: { data, error, refetch },
  source,
  columns,
  canWrite,
  onNew,
  maximum,
  emptyDescription,
  deleteDescription,
  EditSheet,
}: WebhookListProps<Kind>) {
  const remove = useDeleteWebhook(source, projectRef)
  const [chosen, setChosen] = useState<{ action: WebhookAction; webhook: Kind }>()
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
        description={emptyDescription}
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
  const dialog = chosen && { projectRef, webhook: chosen.webhook, onClose: close }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <WebhookTable
        webhooks={data}
        columns={columns}
        canWrite={canWrite}
        canReveal={source.revealSecret !== undefined}
        onAction={(action, webhook) => setChosen({ action, webhook })}
      />
      {data.length >= maximum && (
        <p className="text-xs text-muted">
          A project can have {maximum} webhooks. Delete one to create another.
        </p>
      )}
      {dialog && chosen.action === 'edit' && <EditSheet {...dialog} />}
      {dialog && chosen.action === 'deliveries' && (
        <DeliveriesSheet {...dialog} source={source} canWrite={canWrite} />
      )}
      {dialog && (chosen.action === 'rotate' || chosen.action === 'reveal') && (
        <SecretDialog {...dialog} source={source} isRotation={chosen.action === 'rotate'} />
      )}
      <RemovalDialog
        action="Delete"
        noun="webhook"
        item={chosen?.action === 'delete' ? chosen.webhook : undefined}
        description={`${deleteDescription} This can’t be undone.`}
        removal={remove}
        onClose={close}
      />
    </div>
  )
}
