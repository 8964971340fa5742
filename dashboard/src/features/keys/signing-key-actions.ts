import type { SigningKey } from '@stoa/contract/platform/keys'
import type { RecordAction } from '../../components/list/record-table.tsx'
import { copyText } from '../../ui/buttons/copy-button.tsx'
import { toast } from '../../ui/feedback/toast.ts'

export type SigningKeyAction = 'rotate' | 'revoke' | 'delete' | 'reveal'

type Options = { canManage: boolean; ask: (action: SigningKeyAction) => void }

/** The actions available for a key in its current state. */
export function signingKeyActions(
  { state, public_jwk: publicKey }: SigningKey,
  { canManage, ask }: Options,
): RecordAction[] {
  const copyPublicKey = async () => {
    if (await copyText(JSON.stringify(publicKey, null, 2))) toast.success('Public key copied')
  }
  const copy = { label: 'Copy public key', onSelect: () => void copyPublicKey() }
  const reveal = {
    label: publicKey ? 'Reveal private key' : 'Reveal secret',
    onSelect: () => ask('reveal'),
  }
  return [
    ...(publicKey ? [copy] : []),
    ...(canManage ? [reveal] : []),
    ...(canManage && (state === 'standby' || state === 'previously_used')
      ? [{ label: 'Revoke', variant: 'danger' as const, onSelect: () => ask('revoke') }]
      : []),
    ...(canManage && state === 'revoked'
      ? [{ label: 'Delete', variant: 'danger' as const, onSelect: () => ask('delete') }]
      : []),
  ]
}
