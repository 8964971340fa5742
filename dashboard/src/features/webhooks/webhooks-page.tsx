import type { DatabaseWebhook } from '@stoa/contract/services/webhooks/webhooks'
import { useState } from 'react'
import { Forbidden } from '../../components/forbidden.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { DeliveriesSheet } from '../../components/webhooks/deliveries-sheet.tsx'
import {
  useDatabaseWebhookDeliveries,
  useDatabaseWebhooks,
  useDeleteDatabaseWebhook,
  useRedeliverDatabaseWebhook,
  useTestDatabaseWebhook,
} from '../../data/resources/database-webhooks.ts'
import { useCan, useProject } from '../../data/resources/projects.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SecretDialogs } from './secret-dialogs.tsx'
import { EditWebhookSheet, NewWebhookSheet } from './webhook-sheet.tsx'
import { WebhookTable, type WebhookAction } from './webhook-table.tsx'

type Chosen = { readonly action: WebhookAction; readonly webhook: DatabaseWebhook }

type WebhooksPageProps = {
  projectRef: string
  /** The sheet for a new webhook is open. */
  isCreating: boolean
  /** The edge function that the new webhook calls, to begin with. */
  edgeFunction: string | undefined
  onCreating: (isCreating: boolean) => void
}

/** The web addresses and functions that receive the changes of tables. */
export function WebhooksPage({
  projectRef,
  isCreating,
  edgeFunction,
  onCreating,
}: WebhooksPageProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('Database webhooks', project?.name)
  if (!project) return null
  const canWrite = can('webhooks:write')
  return (
    <Page>
      <PageHeader
        title="Database webhooks"
        description="Send table changes to a URL or an edge function, signed according to Standard Webhooks."
        action={
          canWrite && (
            <Button variant="primary" onClick={() => onCreating(true)}>
              New webhook
            </Button>
          )
        }
      />
      {can('webhooks:read') ? (
        <Webhooks projectRef={projectRef} canWrite={canWrite} onNew={() => onCreating(true)} />
      ) : (
        <Forbidden missing="webhooks:read">This page lists database webhooks.</Forbidden>
      )}
      {isCreating && canWrite && (
        <NewWebhookSheet
          projectRef={projectRef}
          edgeFunction={edgeFunction}
          onClose={() => onCreating(false)}
        />
      )}
    </Page>
  )
}

type WebhooksProps = { projectRef: string; canWrite: boolean; onNew: () => void }

function Webhooks({ projectRef, canWrite, onNew }: WebhooksProps) {
  const { data, error, refetch } = useDatabaseWebhooks(projectRef)
  const remove = useDeleteDatabaseWebhook(projectRef)
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
        description="A webhook sends a request for each row that is inserted, updated, or deleted, and retries until the receiver accepts it."
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
    <>
      <WebhookTable
        webhooks={data}
        canWrite={canWrite}
        onAction={(action, webhook) => setChosen({ action, webhook })}
      />
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
      {(chosen?.action === 'reveal' || chosen?.action === 'rotate') && (
        <SecretDialogs
          projectRef={projectRef}
          webhook={chosen.webhook}
          isRotation={chosen.action === 'rotate'}
          onClose={close}
        />
      )}
      <ConfirmDialog
        visible={chosen?.action === 'delete'}
        variant="danger"
        size="md"
        title={`Delete ${chosen?.webhook.name ?? ''}`}
        description="The trigger, the delivery log, and events that are not delivered yet are deleted too. This can’t be undone."
        confirmLabel="Delete webhook"
        loading={remove.isPending}
        onCancel={close}
        onConfirm={() => chosen && remove.mutate(chosen.webhook.id, { onSettled: close })}
      />
    </>
  )
}

type DeliveriesProps = {
  projectRef: string
  webhook: DatabaseWebhook
  canWrite: boolean
  onClose: () => void
}

function Deliveries({ projectRef, webhook, canWrite, onClose }: DeliveriesProps) {
  const test = useTestDatabaseWebhook(projectRef, webhook.id)
  const redeliver = useRedeliverDatabaseWebhook(projectRef, webhook.id)
  return (
    <DeliveriesSheet
      {...{ webhook, canWrite, onClose }}
      deliveries={useDatabaseWebhookDeliveries(projectRef, webhook.id)}
      isTesting={test.isPending}
      onTest={() => test.mutate(undefined)}
      onRedeliver={(id) => redeliver.mutate(id)}
    />
  )
}
