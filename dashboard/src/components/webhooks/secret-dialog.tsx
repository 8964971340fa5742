import type { Webhook } from '@stoa/contract/services/webhook-endpoints'
import {
  useWebhookSecret,
  type WebhookSource,
} from '../../data/resources/services/webhook-endpoints.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { ShownOnceDialog } from '../shown-once-dialog.tsx'

type SecretDialogProps = {
  projectRef: string
  webhook: Webhook
  isRotation: boolean
  source: WebhookSource
  onClose: () => void
}

/**
 * Shows the signing secret of a webhook after a confirmation, or replaces it and shows the new one.
 */
export function SecretDialog({
  projectRef,
  webhook,
  isRotation,
  source,
  onClose,
}: SecretDialogProps) {
  const secret = useWebhookSecret(source, projectRef, isRotation)
  if (secret.data) {
    return (
      <ShownOnceDialog
        title="Signing secret"
        description="Receivers use it to verify the signature of each request."
        value={secret.data.secret}
        valueLabel="signing secret"
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmDialog
      visible
      size="md"
      {...(isRotation && { variant: 'danger' })}
      title={isRotation ? `Rotate the secret of ${webhook.name}` : 'Reveal signing secret'}
      description={
        isRotation
          ? 'Requests are signed with the new secret immediately. Receivers that only have the old secret will reject them.'
          : 'Revealing it is recorded in the audit log.'
      }
      confirmLabel={isRotation ? 'Rotate secret' : 'Reveal secret'}
      loading={secret.isPending}
      onCancel={onClose}
      onConfirm={() => secret.mutate(webhook.id)}
    />
  )
}
