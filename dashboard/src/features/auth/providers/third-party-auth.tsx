import type { ThirdPartyAuth } from '@stoa/contract/platform/third-party-auth'
import { useState } from 'react'
import { Time } from '../../../components/time.tsx'
import { useCan } from '../../../data/resources/platform/projects.ts'
import {
  useDeleteThirdPartyAuth,
  useThirdPartyAuth,
} from '../../../data/resources/platform/third-party-auth.ts'
import { ActionsMenu } from '../../../ui/menus/actions-menu.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { DropdownMenuItem } from '../../../ui/menus/dropdown-menu.tsx'
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
import { ThirdPartyAuthSheet } from './third-party-auth-sheet.tsx'

/** Other services whose users call the project's APIs with tokens issued there. */
export function ThirdPartyAuthSection({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useThirdPartyAuth(projectRef)
  const remove = useDeleteThirdPartyAuth(projectRef)
  const canWrite = useCan(projectRef)('project:update')
  const [isCreating, setIsCreating] = useState(false)
  const [deleted, setDeleted] = useState<ThirdPartyAuth>()
  const add = canWrite && <Button onClick={() => setIsCreating(true)}>New integration</Button>
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
        <Table aria-label="Third-party auth" className="table-fixed">
          <TableHead>
            <TableRow>
              <TableHeader>Issuer</TableHeader>
              <TableHeader className="hidden sm:table-cell">Keys</TableHeader>
              <TableHeader className="hidden w-36 sm:table-cell">Keys read</TableHeader>
              {canWrite && <ActionsHeader className="w-12" />}
            </TableRow>
          </TableHead>
          <TableBody>
            {data.map((integration) => (
              <TableRow key={integration.id}>
                <TableCell
                  className="truncate font-mono text-xs"
                  title={integration.oidc_issuer_url}
                >
                  {integration.oidc_issuer_url}
                </TableCell>
                <TableCell className="hidden truncate text-muted sm:table-cell">
                  {sourceOf(integration)}
                </TableCell>
                <TableCell className="hidden text-muted sm:table-cell">
                  <Time date={integration.resolved_at} />
                </TableCell>
                {canWrite && (
                  <TableCell align="right" className="pr-1.5">
                    <ActionsMenu subject={integration.oidc_issuer_url}>
                      <DropdownMenuItem variant="danger" onSelect={() => setDeleted(integration)}>
                        Delete integration
                      </DropdownMenuItem>
                    </ActionsMenu>
                  </TableCell>
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {isCreating && (
        <ThirdPartyAuthSheet projectRef={projectRef} onClose={() => setIsCreating(false)} />
      )}
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
