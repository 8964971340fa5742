import type { SigningKey } from '@stoa/contract/platform/keys'
import { ActionsMenu } from '../../ui/menus/actions-menu.tsx'
import { copyText } from '../../ui/buttons/copy-button.tsx'
import { DropdownMenuItem } from '../../ui/menus/dropdown-menu.tsx'
import { toast } from '../../ui/feedback/toast.ts'

export type SigningKeyAction = 'rotate' | 'revoke' | 'delete' | 'reveal'

type SigningKeyActionsProps = {
  signingKey: SigningKey
  canManage: boolean
  onAsk: (action: SigningKeyAction) => void
}

/** The actions available for a key in its current state; renders no menu if there are none. */
export function SigningKeyActions({ signingKey, canManage, onAsk }: SigningKeyActionsProps) {
  const { id, state, public_jwk } = signingKey
  const canRevoke = canManage && (state === 'standby' || state === 'previously_used')
  if (!canManage && !public_jwk) return null
  const copyPublicKey = async () => {
    if (await copyText(JSON.stringify(public_jwk, null, 2))) toast.success('Public key copied')
  }
  return (
    <ActionsMenu subject={`key ${id.slice(0, 8)}`}>
      {public_jwk && (
        <DropdownMenuItem onSelect={() => void copyPublicKey()}>Copy public key</DropdownMenuItem>
      )}
      {canManage && (
        <DropdownMenuItem onSelect={() => onAsk('reveal')}>
          {public_jwk ? 'Reveal private key' : 'Reveal secret'}
        </DropdownMenuItem>
      )}
      {canRevoke && (
        <DropdownMenuItem variant="danger" onSelect={() => onAsk('revoke')}>
          Revoke
        </DropdownMenuItem>
      )}
      {canManage && state === 'revoked' && (
        <DropdownMenuItem variant="danger" onSelect={() => onAsk('delete')}>
          Delete
        </DropdownMenuItem>
      )}
    </ActionsMenu>
  )
}
