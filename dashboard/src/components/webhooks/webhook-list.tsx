import type { Webhook } from '@stoa/contract/services/webhook-endpoints'
import { useState, type ComponentType } from 'react'
import {
  useDeleteWebhook,
  type WebhookSource,
} from '../../data/resources/services/webhook-endpoints.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { QueryList, type ListQuery } from '../list/query-list.tsx'
import { useOpenPanel } from '../list/use-open-panel.ts'
import type { RecordColumn } from '../list/record-table.tsx'
import { RemovalDialog } from '../removal-dialog.tsx'
import { DeliveriesSheet } from './deliveries-sheet.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookTable, type WebhookAction } from './webhook-table.tsx'

type WebhookListProps<Kind> = {
  projectRef: string
  webhooks: ListQuery<Kind>
  source: WebhookSource
  columns: readonly RecordColumn<Kind>[]
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

/** The panels of a webhook, which routes with other panels name too. */
export const WEBHOOK_PANELS = ['edit', 'deliveries'] as const

/** The webhooks of a project, with the actions for each. */
export function WebhookList<Kind extends Webhook & { url: string }>({
  projectRef,
  webhooks,
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
  const { panel, open, close } = useOpenPanel(WEBHOOK_PANELS)
  const shown = panel && webhooks.data?.find(({ id }) => id === panel.id)
  const sheet = shown && { projectRef, webhook: shown, onClose: close }
  const [chosen, setChosen] = useState<{ action: WebhookAction; webhook: Kind }>()
  const dialog = chosen && {
    projectRef,
    webhook: chosen.webhook,
    onClose: () => setChosen(undefined),
  }
  return (
    <>
      <QueryList
        label="webhooks"
        query={webhooks}
        empty={{
          title: 'No webhooks yet',
          description: emptyDescription,
          action: canWrite && (
            <Button variant="primary" onClick={onNew}>
              New webhook
            </Button>
          ),
        }}
      >
        {(items) => (
          <>
            <WebhookTable
              webhooks={items}
              columns={columns}
              canWrite={canWrite}
              canReveal={source.revealSecret !== undefined}
              onAction={(action, webhook) => {
                if (action === 'edit' || action === 'deliveries') open(action, webhook.id)
                else setChosen({ action, webhook })
              }}
            />
            {items.length >= maximum && (
              <p className="text-xs text-muted">
                A project can have {maximum} webhooks. Delete one to create another.
              </p>
            )}
          </>
        )}
      </QueryList>
      {sheet && panel.kind === 'edit' && canWrite && <EditSheet {...sheet} />}
      {sheet && panel.kind === 'deliveries' && (
        <DeliveriesSheet {...sheet} source={source} canWrite={canWrite} />
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
        onClose={() => setChosen(undefined)}
      />
    </>
  )
}
