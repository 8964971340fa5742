import { authSettings } from '@stoa/contract/services/auth/settings'
import type { SigningKey } from '@stoa/contract/platform/keys'
import { useState, type ReactNode } from 'react'
import { useDeleteSigningKey, useSigningKeyStep } from '../../data/resources/keys.ts'
import { useSettings } from '../../data/resources/settings.ts'
import { formatRelative } from '../../lib/dates.ts'
import { Callout } from '../../ui/callout.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { lastTokenEnd } from './last-token-end.ts'

type SigningKeyConfirmProps = {
  projectRef: string
  action: 'rotate' | 'revoke' | 'delete'
  signingKey: SigningKey
  onClose: () => void
}

/** Asks for confirmation before a key changes its state, and says what stops working. */
export function SigningKeyConfirm(props: SigningKeyConfirmProps) {
  const { projectRef, action, signingKey: key, onClose } = props
  const rotate = useSigningKeyStep(projectRef, 'rotate')
  const revoke = useSigningKeyStep(projectRef, 'revoke')
  const remove = useDeleteSigningKey(projectRef)
  const work = { rotate, revoke, delete: remove }[action]
  const { title, description, confirmLabel, variant } = WORDS[action](key)
  return (
    <ConfirmDialog
      visible
      size="md"
      variant={variant}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      loading={work.isPending}
      {...(action === 'revoke' && key.is_legacy && { typedName: 'service_role' })}
      onCancel={onClose}
      onConfirm={() => work.mutate(key.id, { onSettled: onClose })}
    >
      {action === 'revoke' && key.state === 'previously_used' && (
        <LivingTokens projectRef={projectRef} signingKey={key} />
      )}
    </ConfirmDialog>
  )
}

type Words = {
  title: string
  description: ReactNode
  confirmLabel: string
  variant: 'warning' | 'danger'
}

const short = ({ algorithm, id }: SigningKey) => `${algorithm} key ${id.slice(0, 8)}`

const WORDS: Record<SigningKeyConfirmProps['action'], (key: SigningKey) => Words> = {
  rotate: (key) => ({
    title: `Sign with the ${short(key)}`,
    description: key.public_jwk
      ? 'New access tokens are signed with it from now on. Tokens of the key in use stay valid until that key is revoked. Services that check tokens with the old secret refuse new ones until they read the JWKS URL.'
      : 'New access tokens are signed with it from now on. Tokens of the key in use stay valid until that key is revoked. Services that check tokens by themselves refuse new ones until they have this secret.',
    confirmLabel: 'Rotate',
    variant: 'warning',
  }),
  revoke: (key) => ({
    title: `Revoke the ${short(key)}`,
    description: revocation(key),
    confirmLabel: 'Revoke key',
    variant: 'danger',
  }),
  delete: (key) => ({
    title: `Delete the ${short(key)}`,
    description: 'It is taken off the list, and nobody can bring it back.',
    confirmLabel: 'Delete key',
    variant: 'danger',
  }),
}

function revocation({ state, is_legacy }: SigningKey): string {
  if (state === 'standby')
    return 'It is no longer published, and tokens that another system has signed with it are refused.'
  if (is_legacy)
    return 'The legacy API keys anon and service_role stop working at once, and so does every token signed with this secret. It cannot be undone.'
  return 'Every token signed with it is refused at once. Clients renew theirs by themselves; tokens made elsewhere are lost. It cannot be undone.'
}

function LivingTokens({ projectRef, signingKey }: { projectRef: string; signingKey: SigningKey }) {
  const { data: settings } = useSettings(projectRef, authSettings)
  const [openedAt] = useState(() => Date.now())
  if (!settings) return null
  const end = lastTokenEnd(signingKey, settings.jwt_exp)
  if (end.getTime() <= openedAt) {
    return <Callout>Every access token that the project signed with it has expired.</Callout>
  }
  return (
    <Callout type="caution">
      Users hold access tokens signed with it: the last one expires{' '}
      {formatRelative(end.toISOString())}.
    </Callout>
  )
}
