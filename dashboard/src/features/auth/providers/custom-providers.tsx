import type { CustomProvider } from '@stoa/contract/services/auth/custom-providers'
import { useState } from 'react'
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
  const [isCreating, setIsCreating] = useState(false)
  const [edited, setEdited] = useState<CustomProvider>()
  const [deleted, setDeleted] = useState<CustomProvider>()
  const find = (id: string) => data?.find(({ identifier }) => identifier === id)
  const newProvider = canWrite && (
    <Button onClick={() => setIsCreating(true)}>New custom provider</Button>
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
          onEdit={(id) => setEdited(find(id))}
          onDelete={(id) => setDeleted(find(id))}
        />
      )}
      {isCreating && (
        <NewCustomProviderSheet projectRef={projectRef} onClose={() => setIsCreating(false)} />
      )}
      {edited && (
        <EditCustomProviderSheet
          projectRef={projectRef}
          provider={edited}
          onClose={() => setEdited(undefined)}
        />
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
