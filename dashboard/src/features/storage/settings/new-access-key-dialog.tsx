import { NewCredentialDialog } from '../../../components/new-credential-dialog.tsx'
import { useCreateS3AccessKey } from '../../../data/resources/s3-access-keys.ts'

type NewAccessKeyDialogProps = { projectRef: string; onClose: () => void }

export function NewAccessKeyDialog({ projectRef, onClose }: NewAccessKeyDialogProps) {
  const create = useCreateS3AccessKey(projectRef)
  return (
    <NewCredentialDialog
      title="Create S3 access key"
      field={{
        label: 'Description',
        description:
          'Where the key is used, such as “Nightly backup”. Use a separate key per server so you can revoke one at a time.',
      }}
      submitLabel="Create access key"
      creation={create}
      onCreate={(description) => create.mutate(description)}
      shown={{
        title: 'Access key created',
        description: 'Copy the secret now. It can’t be shown again.',
        label: 'access key',
        valueOf: ({ id, secret }) => `AWS_ACCESS_KEY_ID=${id}\nAWS_SECRET_ACCESS_KEY=${secret}`,
      }}
      onClose={onClose}
    />
  )
}
