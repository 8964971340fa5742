import type { OAuthClient } from '@stoa/contract/services/auth/oauth-clients'
import { useState } from 'react'
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx'
import { Time } from '../../../components/time.tsx'
import {
  useDeleteOAuthClient,
  useOAuthClients,
  useRegenerateOAuthClientSecret,
} from '../../../data/resources/services/auth/oauth-clients.ts'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { ActionsMenu } from '../../../ui/menus/actions-menu.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../../ui/menus/dropdown-menu.tsx'
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/display/table.tsx'
import { QueriedListSection } from '../list-section.tsx'
import { EditClientSheet, NewClientSheet } from './client-sheets.tsx'

type Action = 'edit' | 'regenerate' | 'delete'
type Chosen = { readonly action: Action; readonly client: OAuthClient }

/** The apps that sign users in through the project's OAuth server. */
export function ClientSection({ projectRef }: { projectRef: string }) {
  const can = useCan(projectRef)
  const canWrite = can('project:update')
  const [isCreating, setIsCreating] = useState(false)
  const [chosen, setChosen] = useState<Chosen>()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useOAuthClients(projectRef)
  const clients = data?.pages.flatMap((page) => page.clients)
  const close = () => setChosen(undefined)
  const newClient = canWrite && <Button onClick={() => setIsCreating(true)}>New client</Button>
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
          onAction={(action, client) => setChosen({ action, client })}
        />
      )}
      {hasNextPage && (
        <div>
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {isCreating && (
        <NewClientSheet projectRef={projectRef} onClose={() => setIsCreating(false)} />
      )}
      {chosen?.action === 'edit' && (
        <EditClientSheet projectRef={projectRef} client={chosen.client} onClose={close} />
      )}
      {chosen?.action === 'regenerate' && (
        <RegenerateDialog projectRef={projectRef} client={chosen.client} onClose={close} />
      )}
      {chosen?.action === 'delete' && (
        <DeleteDialog projectRef={projectRef} client={chosen.client} onClose={close} />
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
  return (
    <Table aria-label="Clients" className="table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          <TableHeader className="hidden sm:table-cell">Client ID</TableHeader>
          <TableHeader className="w-28">Type</TableHeader>
          <TableHeader className="hidden w-32 md:table-cell">Created</TableHeader>
          {canWrite && <ActionsHeader className="w-12" />}
        </TableRow>
      </TableHead>
      <TableBody>
        {clients.map((client) => (
          <TableRow key={client.client_id}>
            <TableCell>
              <div className="truncate font-medium" title={client.client_name}>
                {client.client_name}
              </div>
              <div className="truncate text-muted" title={client.redirect_uris.join('\n')}>
                {client.redirect_uris[0]}
                {client.redirect_uris.length > 1 && ` and ${client.redirect_uris.length - 1} more`}
              </div>
            </TableCell>
            <TableCell className="hidden sm:table-cell">
              <div className="flex items-center gap-1">
                <code className="truncate" title={client.client_id}>
                  {client.client_id}
                </code>
                <CopyButton
                  iconOnly
                  text={client.client_id}
                  label={`Copy client ID of ${client.client_name}`}
                />
              </div>
            </TableCell>
            <TableCell>
              <Badge>{client.client_type === 'public' ? 'Public' : 'Confidential'}</Badge>
              {client.registration_type === 'dynamic' && (
                <div className="mt-0.5 text-muted">Self-registered</div>
              )}
            </TableCell>
            <TableCell className="hidden whitespace-nowrap text-muted md:table-cell">
              <Time date={client.created_at} />
            </TableCell>
            {canWrite && (
              <TableCell align="right" className="pr-1.5">
                <ActionsMenu subject={client.client_name}>
                  <DropdownMenuItem onSelect={() => onAction('edit', client)}>
                    Edit
                  </DropdownMenuItem>
                  {client.client_type === 'confidential' && (
                    <DropdownMenuItem onSelect={() => onAction('regenerate', client)}>
                      Regenerate secret
                    </DropdownMenuItem>
                  )}
                  <DropdownMenuSeparator />
                  <DropdownMenuItem variant="danger" onSelect={() => onAction('delete', client)}>
                    Delete client
                  </DropdownMenuItem>
                </ActionsMenu>
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

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
