import type { ThirdPartyAuth } from '@stoa/contract/platform/third-party-auth'
import { useState } from 'react'
import { RecordTable, type RecordColumn } from '../../../components/list/record-table.tsx'
import { useOpenPanel } from '../../../components/list/use-open-panel.ts'
import { Time } from '../../../components/time.tsx'
import { useCan } from '../../../data/resources/platform/projects.ts'
import {
  useDeleteThirdPartyAuth,
  useThirdPartyAuth,
} from '../../../data/resources/platform/third-party-auth.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { QueriedListSection } from '../list-section.tsx'
import { ThirdPartyAuthSheet } from './third-party-auth-sheet.tsx'

/** Other services whose users call the project's APIs with tokens issued there. */
export function ThirdPartyAuthSection({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useThirdPartyAuth(projectRef)
  const remove = useDeleteThirdPartyAuth(projectRef)
  const canWrite = useCan(projectRef)('project:update')
  const { panel, open, close } = useOpenPanel(['new-integration'])
  const [deleted, setDeleted] = useState<ThirdPartyAuth>()
  const add = canWrite && <Button onClick={() => open('new-integration')}>New integration</Button>
  return (
    <QueriedListSection
      title="Third-party auth"
      description="Accept access tokens of Firebase, Auth0, Cognito, Clerk, WorkOS, or another OpenID issuer in the project’s APIs."
      action={add}
      items={data}
      error={error}
      failure="Could not load the integrations"
      onRetry={() => void refetch()}
      empty={{
        title: 'No integrations yet',
        description:
          'Add one if your users sign in with another service. Policies see the claims of its tokens.',
      }}
    >
      {data && data.length > 0 && (
        <RecordTable
          label="Third-party auth"
          items={data}
          nameOf={({ oidc_issuer_url: issuer }) => issuer ?? ''}
          columns={COLUMNS}
          {...(canWrite && {
            actions: (integration: ThirdPartyAuth) => [
              {
                label: 'Delete integration',
                variant: 'danger' as const,
                onSelect: () => setDeleted(integration),
              },
            ],
          })}
        />
      )}
      {canWrite && panel && <ThirdPartyAuthSheet projectRef={projectRef} onClose={close} />}
      <ConfirmDialog
        visible={deleted !== undefined}
        variant="danger"
        size="md"
        title="Delete the integration?"
        description={`The project’s APIs reject tokens of ${deleted?.oidc_issuer_url ?? ''} immediately.`}
        confirmLabel="Delete integration"
        loading={remove.isPending}
        onCancel={() => setDeleted(undefined)}
        onConfirm={() =>
          deleted && remove.mutate(deleted.id, { onSettled: () => setDeleted(undefined) })
        }
      />
    </QueriedListSection>
  )
}

function sourceOf({ type, jwks_url: url }: ThirdPartyAuth): string {
  if (type === 'custom') return 'Entered here'
  return url ?? 'From the discovery document'
}

const COLUMNS: readonly RecordColumn<ThirdPartyAuth>[] = [
  {
    header: 'Issuer',
    textClassName: 'truncate font-mono',
    title: ({ oidc_issuer_url: issuer }) => issuer ?? '',
    cell: ({ oidc_issuer_url: issuer }) => issuer,
  },
  {
    header: 'Keys',
    className: 'hidden sm:table-cell',
    textClassName: 'truncate text-muted',
    cell: sourceOf,
  },
  {
    header: 'Keys read',
    className: 'hidden w-36 sm:table-cell',
    textClassName: 'text-muted',
    cell: ({ resolved_at }) => <Time date={resolved_at} />,
  },
]
