import type { CustomProvider } from '@stoa/contract/services/auth/custom-providers'
import { useState } from 'react'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import {
  useCustomProviders,
  useDeleteCustomProvider,
} from '../../../data/resources/services/auth/providers.ts'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { QueriedListSection } from '../list-section.tsx'
import { EditCustomProviderSheet, NewCustomProviderSheet } from './custom-provider-sheet.tsx'
import { ProviderTable } from './provider-table.tsx'

/** OAuth and OpenID Connect providers that the project describes itself. */
export function CustomProviders({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useCustomProviders(projectRef)
  const remove = useDeleteCustomProvider(projectRef)
  const canWrite = useCan(projectRef)('project:update')
  const { panel, open, close } = useRecordPanel({
    alone: ['new-provider'],
    kinds: ['edit-provider'],
    items: data?.map((provider) => ({ ...provider, id: provider.identifier })),
  })
  const [deleted, setDeleted] = useState<CustomProvider>()
  const find = (id: string) => data?.find(({ identifier }) => identifier === id)
  const newProvider = canWrite && (
    <Button onClick={() => open('new-provider')}>New custom provider</Button>
  )
  return (
    <QueriedListSection
      title="Custom providers"
      description="Other services that support OAuth 2.0 or OpenID Connect."
      action={newProvider}
      items={data}
      error={error}
      failure="Could not load the custom providers"
      onRetry={() => void refetch()}
      empty={{
        title: 'No custom providers yet',
        description: 'Add one to let users sign in with a service that is not in the list above.',
      }}
    >
      {data && data.length > 0 && (
        <ProviderTable
          label="Custom providers"
          detailTitle="Issuer or authorization URL"
          rows={data.map((provider) => ({
            id: provider.identifier,
            name: provider.name,
            about: provider.identifier,
            detail: provider.issuer ?? provider.authorization_url,
            isEnabled: provider.enabled,
          }))}
          canWrite={canWrite}
          onEdit={(id) => open('edit-provider', { id })}
          onDelete={(id) => setDeleted(find(id))}
        />
      )}
      {canWrite && panel?.kind === 'new-provider' && (
        <NewCustomProviderSheet projectRef={projectRef} onClose={close} />
      )}
      {canWrite && panel?.kind === 'edit-provider' && (
        <EditCustomProviderSheet projectRef={projectRef} provider={panel.item} onClose={close} />
      )}
      <ConfirmDialog
        visible={deleted !== undefined}
        variant="danger"
        size="md"
        title={`Delete ${deleted?.name ?? ''}?`}
        description="Users can no longer sign in with this provider. Their accounts are kept. This can’t be undone."
        confirmLabel="Delete provider"
        loading={remove.isPending}
        onCancel={() => setDeleted(undefined)}
        onConfirm={() =>
          deleted && remove.mutate(deleted.identifier, { onSettled: () => setDeleted(undefined) })
        }
      />
    </QueriedListSection>
  )
}
