import type { DatabaseWebhook } from '@stoa/contract/services/webhooks/webhooks'
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import {
  useRevealDatabaseWebhookSecret,
  useRotateDatabaseWebhookSecret,
} from '../../data/resources/database-webhooks.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

type SecretDialogsProps = {
  projectRef: string
  webhook: DatabaseWebhook
  isRotation: boolean
  onClose: () => void
}

/** Shows the signing secret after a question, or replaces it and shows the new one. */
export function SecretDialogs({ projectRef, webhook, isRotation, onClose }: SecretDialogsProps) {
  const reveal = useRevealDatabaseWebhookSecret(projectRef)
  const rotate = useRotateDatabaseWebhookSecret(projectRef)
  const asked = isRotation ? rotate : reveal
  if (asked.data) {
    return (
      <ShownOnceDialog
        title="Signing secret"
        description="Receivers check the signature of each message with it."
        value={asked.data.secret}
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
      title={isRotation ? `Rotate the secret of ${webhook.name}` : 'Show signing secret'}
      description={
        isRotation
          ? 'The next message is signed with the new secret. Receivers that know only the old one refuse it.'
          : 'The audit log records that you read the secret.'
      }
      confirmLabel={isRotation ? 'Rotate secret' : 'Show secret'}
      loading={asked.isPending}
      onCancel={onClose}
      onConfirm={() => asked.mutate(webhook.id)}
    />
  )
}
