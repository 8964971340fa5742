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
        description="Receivers use it to verify the signature of each request."
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
      title={isRotation ? `Rotate the secret of ${webhook.name}` : 'Reveal signing secret'}
      description={
        isRotation
          ? 'Requests are signed with the new secret immediately. Receivers that only have the old secret will reject them.'
          : 'Revealing it is recorded in the audit log.'
      }
      confirmLabel={isRotation ? 'Rotate secret' : 'Reveal secret'}
      loading={asked.isPending}
      onCancel={onClose}
      onConfirm={() => asked.mutate(webhook.id)}
    />
  )
}
