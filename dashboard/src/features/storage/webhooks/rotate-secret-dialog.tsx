import type { StorageWebhook } from '@stoa/contract/services/storage/webhooks'
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx'
import { useRotateStorageWebhookSecret } from '../../../data/resources/storage-webhooks.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

type RotateSecretDialogProps = {
  projectRef: string
  webhook: StorageWebhook
  onClose: () => void
}

/** Replaces the signing secret after a question and shows the new one. */
export function RotateSecretDialog({ projectRef, webhook, onClose }: RotateSecretDialogProps) {
  const rotate = useRotateStorageWebhookSecret(projectRef)
  if (rotate.data) {
    return (
      <ShownOnceDialog
        title="Secret rotated"
        description="Copy the signing secret now. It can’t be shown again."
        value={rotate.data.secret}
        valueLabel="signing secret"
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmDialog
      visible
      size="md"
      variant="danger"
      title={`Rotate the secret of ${webhook.name}`}
      description="The next message is signed with the new secret. Receivers that know only the old one refuse it."
      confirmLabel="Rotate secret"
      loading={rotate.isPending}
      onCancel={onClose}
      onConfirm={() => rotate.mutate(webhook.id)}
    />
  )
}
