import { authSettings } from '@stoa/contract/operations/services/auth/settings'
import type { SigningKey } from '@stoa/contract/platform/keys'
import { useState, type ReactNode } from 'react'
import { useDeleteSigningKey, useSigningKeyStep } from '../../data/resources/platform/keys.ts'
import { useSettings } from '../../data/resources/services/data-api/settings.ts'
import { formatRelative } from '../../lib/dates.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { lastTokenEnd } from './last-token-end.ts'

type SigningKeyConfirmProps = {
  projectRef: string
  action: 'rotate' | 'revoke' | 'delete'
  signingKey: SigningKey
  onClose: () => void
}

/** Asks for confirmation before a key changes its state, and explains what will stop working. */
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
      ? 'This key signs new access tokens. Tokens signed with the current key stay valid until you revoke it. Services that verify tokens with the old secret reject new tokens until they read the JWKS URL.'
      : 'This key signs new access tokens. Tokens signed with the current key stay valid until you revoke it. Services that verify tokens reject new tokens until they have this secret.',
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
    description: 'The key is removed from the list. This can’t be undone.',
    confirmLabel: 'Delete key',
    variant: 'danger',
  }),
}

function revocation({ state, is_legacy }: SigningKey): string {
  if (state === 'standby')
    return 'The key is no longer published. Tokens that another system signed with it are rejected.'
  if (is_legacy)
    return 'The legacy API keys anon and service_role and all tokens signed with this secret stop working immediately. This can’t be undone.'
  return 'All tokens signed with this key are rejected immediately. Clients of signed-in users get new tokens automatically; tokens created elsewhere stop working. This can’t be undone.'
}

function LivingTokens({ projectRef, signingKey }: { projectRef: string; signingKey: SigningKey }) {
  const { data: settings } = useSettings(projectRef, authSettings)
  const [openedAt] = useState(() => Date.now())
  if (!settings) return null
  const end = lastTokenEnd(signingKey, settings.jwt_exp)
  if (end.getTime() <= openedAt) {
    return <Callout>All access tokens signed with this key have expired.</Callout>
  }
  return (
    <Callout type="caution">
      Some users still have access tokens signed with this key. The last one expires{' '}
      {formatRelative(end.toISOString())}.
    </Callout>
  )
}
