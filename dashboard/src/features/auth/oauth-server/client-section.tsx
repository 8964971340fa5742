import type { OAuthClient } from '@stoa/contract/services/auth/oauth-clients'
import { useState } from 'react'
import {
  RecordTable,
  type RecordAction,
  type RecordColumn,
} from '../../../components/list/record-table.tsx'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx'
import { Time } from '../../../components/time.tsx'
import {
  useDeleteOAuthClient,
  useOAuthClients,
  useRegenerateOAuthClientSecret,
} from '../../../data/resources/services/auth/oauth-clients.ts'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { QueriedListSection } from '../list-section.tsx'
import { EditClientSheet, NewClientSheet } from './client-sheets.tsx'

type Action = 'edit' | 'regenerate' | 'delete'
type OpenDialog = { readonly action: Exclude<Action, 'edit'>; readonly client: OAuthClient }

/** The apps that sign users in through the project's OAuth server. */
export function ClientSection({ projectRef }: { projectRef: string }) {
  const can = useCan(projectRef)
  const canWrite = can('project:update')
  const [asked, setAsked] = useState<OpenDialog>()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useOAuthClients(projectRef)
  const clients = data?.pages.flatMap((page) => page.clients)
  const { panel, open, close } = useRecordPanel({
    alone: ['new-client'],
    kinds: ['edit-client'],
    items: clients?.map((client) => ({ ...client, id: client.client_id })),
  })
  const closeDialog = () => setAsked(undefined)
  const newClient = canWrite && <Button onClick={() => open('new-client')}>New client</Button>
  return (
    <QueriedListSection
      title="Clients"
      description="Apps that can ask users for access."
      action={newClient}
      items={clients}
      error={error}
      failure="Could not load the clients"
      onRetry={() => void refetch()}
      empty={{
        title: 'No clients yet',
        description: 'Register an app to get its client ID and secret.',
      }}
    >
      {clients && clients.length > 0 && (
        <ClientTable
          clients={clients}
          canWrite={canWrite}
          onAction={(action, client) =>
            action === 'edit'
              ? open('edit-client', { id: client.client_id })
              : setAsked({ action, client })
          }
        />
      )}
      {hasNextPage && (
        <div>
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {canWrite && panel?.kind === 'new-client' && (
        <NewClientSheet projectRef={projectRef} onClose={close} />
      )}
      {canWrite && panel?.kind === 'edit-client' && (
        <EditClientSheet projectRef={projectRef} client={panel.item} onClose={close} />
      )}
      {asked?.action === 'regenerate' && (
        <RegenerateDialog projectRef={projectRef} client={asked.client} onClose={closeDialog} />
      )}
      {asked?.action === 'delete' && (
        <DeleteDialog projectRef={projectRef} client={asked.client} onClose={closeDialog} />
      )}
    </QueriedListSection>
  )
}

type ClientTableProps = {
  clients: readonly OAuthClient[]
  canWrite: boolean
  onAction: (action: Action, client: OAuthClient) => void
}

function ClientTable({ clients, canWrite, onAction }: ClientTableProps) {
  const actionsOf = (client: OAuthClient): RecordAction[] => [
    { label: 'Edit', onSelect: () => onAction('edit', client) },
    ...(client.client_type === 'confidential'
      ? [{ label: 'Regenerate secret', onSelect: () => onAction('regenerate', client) }]
      : []),
    { label: 'Delete client', variant: 'danger', onSelect: () => onAction('delete', client) },
  ]
  return (
    <RecordTable
      label="Clients"
      items={clients.map((client) => ({ ...client, id: client.client_id }))}
      nameOf={({ client_name }) => client_name}
      columns={COLUMNS}
      {...(canWrite && { actions: actionsOf })}
    />
  )
}

const COLUMNS: readonly RecordColumn<OAuthClient>[] = [
  {
    header: 'Name',
    cell: ({ client_name, redirect_uris: uris }) => (
      <>
        <div className="truncate font-medium" title={client_name}>
          {client_name}
        </div>
        <div className="truncate text-muted" title={uris.join('\n')}>
          {uris[0]}
          {uris.length > 1 && ` and ${uris.length - 1} more`}
        </div>
      </>
    ),
  },
  {
    header: 'Client ID',
    className: 'hidden sm:table-cell',
    cell: ({ client_id, client_name }) => (
      <div className="flex items-center gap-1">
        <code className="truncate" title={client_id}>
          {client_id}
        </code>
        <CopyButton iconOnly text={client_id} label={`Copy client ID of ${client_name}`} />
      </div>
    ),
  },
  {
    header: 'Type',
    className: 'w-28',
    cell: ({ client_type, registration_type }) => (
      <>
        <Badge>{client_type === 'public' ? 'Public' : 'Confidential'}</Badge>
        {registration_type === 'dynamic' && (
          <div className="mt-0.5 text-muted">Self-registered</div>
        )}
      </>
    ),
  },
  {
    header: 'Created',
    className: 'hidden w-32 md:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ created_at }) => <Time date={created_at} />,
  },
]

type DialogProps = { projectRef: string; client: OAuthClient; onClose: () => void }

function RegenerateDialog({ projectRef, client, onClose }: DialogProps) {
  const regenerate = useRegenerateOAuthClientSecret(projectRef)
  if (regenerate.data) {
    return (
      <ShownOnceDialog
        title="Secret regenerated"
        description="Copy the client secret now. It can’t be shown again."
        value={regenerate.data.client_secret}
        valueLabel="client secret"
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmDialog
      visible
      variant="warning"
      size="md"
      title={`Regenerate the secret of ${client.client_name}?`}
      description="The current secret stops working immediately. The app needs the new one to sign users in and to refresh their sessions."
      confirmLabel="Regenerate secret"
      loading={regenerate.isPending}
      onCancel={onClose}
      onConfirm={() => regenerate.mutate(client.client_id)}
    />
  )
}

function DeleteDialog({ projectRef, client, onClose }: DialogProps) {
  const remove = useDeleteOAuthClient(projectRef)
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      title={`Delete ${client.client_name}?`}
      description="The app can no longer sign users in, and its sessions end. This can’t be undone."
      confirmLabel="Delete client"
      loading={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(client.client_id, { onSettled: onClose })}
    />
  )
}
