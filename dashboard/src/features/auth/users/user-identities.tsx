import type { UserDetail } from '@stoa/contract/services/auth/members'
import { useState } from 'react'
import { useUnlinkUserIdentity } from '../../../data/resources/services/auth/users.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Item, List, Part } from './panel-parts.tsx'
import { providerName } from '../words.ts'

type UserIdentitiesProps = { projectRef: string; user: UserDetail; canWrite: boolean }

/** The user's sign-in methods. All but the last one can be unlinked. */
export function UserIdentities({ projectRef, user, canWrite }: UserIdentitiesProps) {
  const [asked, setAsked] = useState<UserDetail['identities'][number]>()
  const unlink = useUnlinkUserIdentity(projectRef, user.id)
  const close = () => setAsked(undefined)
  const { identities } = user
  return (
    <Part title="Sign-in methods">
      {identities.length === 0 ? (
        <p className="text-xs text-muted">None. The user cannot sign in again.</p>
      ) : (
        <List>
          {identities.map((identity) => (
            <Item key={identity.id}>
              <span className="font-medium">{providerName(identity.provider)}</span>
              <span className="truncate text-muted">{identity.email}</span>
              {canWrite && identities.length > 1 && (
                <Button
                  size="sm"
                  className="ml-auto"
                  aria-label={`Unlink ${providerName(identity.provider)}`}
                  onClick={() => setAsked(identity)}
                >
                  Unlink
                </Button>
              )}
            </Item>
          ))}
        </List>
      )}
      <ConfirmDialog
        visible={asked !== undefined}
        variant="danger"
        size="md"
        title={`Unlink ${providerName(asked?.provider ?? '')}?`}
        description="The user can no longer sign in with it. If it belongs to the account’s email address, the address changes to that of another sign-in method."
        confirmLabel="Unlink"
        loading={unlink.isPending}
        onCancel={close}
        onConfirm={() => asked && unlink.mutate(asked.id, { onSettled: close })}
      />
    </Part>
  )
}
