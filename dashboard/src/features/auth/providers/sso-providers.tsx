import { authSettings } from '@stoa/contract/operations/services/auth/settings'
import type { SsoProvider } from '@stoa/contract/services/auth/sso-providers'
import { useState } from 'react'
import { ValueList, ValueRow } from '../../../components/connect/value-row.tsx'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import {
  useDeleteSsoProvider,
  useSsoProviders,
} from '../../../data/resources/services/auth/providers.ts'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { useSettings } from '../../../data/resources/services/data-api/settings.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { QueriedListSection } from '../list-section.tsx'
import { ProviderTable } from './provider-table.tsx'
import { EditSsoProviderSheet, NewSsoProviderSheet } from './sso-provider-sheet.tsx'

/** The identity providers of organizations, available once SAML is enabled. */
export function SsoProviders({ projectRef }: { projectRef: string }) {
  const { data: settings } = useSettings(projectRef, authSettings)
  return settings?.saml_enabled ? <SsoList projectRef={projectRef} /> : null
}

function SsoList({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useSsoProviders(projectRef)
  const remove = useDeleteSsoProvider(projectRef)
  const canWrite = useCan(projectRef)('project:update')
  const { panel, open, close } = useRecordPanel({
    alone: ['new-saml'],
    kinds: ['edit-saml'],
    items: data?.providers,
  })
  const [deleted, setDeleted] = useState<SsoProvider>()
  const providers = data?.providers ?? []
  const find = (id: string) => providers.find((provider) => provider.id === id)
  const newProvider = canWrite && (
    <Button onClick={() => open('new-saml')}>New SAML provider</Button>
  )
  return (
    <QueriedListSection
      title="SAML providers"
      description="Users sign in with the identity provider of their organization."
      action={newProvider}
      items={data?.providers}
      error={error}
      failure="Could not load the SAML providers"
      onRetry={() => void refetch()}
      empty={{
        title: 'No SAML providers yet',
        description: 'Add the URLs above to the identity provider, then add its metadata here.',
      }}
    >
      {data && (
        <ValueList>
          <ValueRow label="Entity ID" value={data.entity_id} />
          <ValueRow label="ACS URL" value={data.acs_url} />
        </ValueList>
      )}
      {providers.length > 0 && (
        <ProviderTable
          label="SAML providers"
          detailTitle="Domains"
          rows={providers.map((provider) => ({
            id: provider.id,
            name: provider.entity_id,
            about: provider.metadata_url ?? 'Metadata from XML',
            detail: provider.domains.join(', ') || 'None',
            isEnabled: !provider.disabled,
          }))}
          canWrite={canWrite}
          onEdit={(id) => open('edit-saml', { id })}
          onDelete={(id) => setDeleted(find(id))}
        />
      )}
      {canWrite && panel?.kind === 'new-saml' && (
        <NewSsoProviderSheet projectRef={projectRef} onClose={close} />
      )}
      {canWrite && panel?.kind === 'edit-saml' && (
        <EditSsoProviderSheet projectRef={projectRef} provider={panel.item} onClose={close} />
      )}
      <ConfirmDialog
        visible={deleted !== undefined}
        variant="danger"
        size="md"
        title="Delete the SAML provider?"
        description={`Users of ${deleted?.entity_id ?? ''} can no longer sign in. Their accounts are kept. This can’t be undone.`}
        confirmLabel="Delete provider"
        loading={remove.isPending}
        onCancel={() => setDeleted(undefined)}
        onConfirm={() =>
          deleted && remove.mutate(deleted.id, { onSettled: () => setDeleted(undefined) })
        }
      />
    </QueriedListSection>
  )
}
