import { createS3AccessKey } from '@stoa/contract/services/storage/s3-access-keys'
import { FormField } from '../../../components/form/form-field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { CredentialName, NewCredentialDialog } from '../../../components/new-credential-dialog.tsx'
import { useCreateS3AccessKey } from '../../../data/resources/services/storage/s3-access-keys.ts'

type NewAccessKeyDialogProps = { projectRef: string; onClose: () => void }

export function NewAccessKeyDialog({ projectRef, onClose }: NewAccessKeyDialogProps) {
  const create = useCreateS3AccessKey(projectRef)
  const form = useForm({
    endpoint: createS3AccessKey,
    values: { description: '' },
    toBody: ({ description }) => ({ description: description.trim() }),
    mutation: {
      ...create,
      mutate: ({ description }, options) => create.mutate(description, options),
    },
    errorField: 'description',
  })
  const { state } = form
  return (
    <NewCredentialDialog
      title="Create S3 access key"
      submitLabel="Create access key"
      form={state}
      shown={
        create.data && {
          title: 'Access key created',
          description: 'Copy the secret now. It can’t be shown again.',
          label: 'access key',
          value: `AWS_ACCESS_KEY_ID=${create.data.id}\nAWS_SECRET_ACCESS_KEY=${create.data.secret}`,
        }
      }
      onClose={onClose}
    >
      <FormField
        form={form}
        name="description"
        label="Description"
        description="Where the key is used, such as “Nightly backup”. Use a separate key per server so you can revoke one at a time."
        problem="Enter a description."
      >
        {(attributes, value, onValueChange) => (
          <CredentialName {...attributes} value={value} onValueChange={onValueChange} />
        )}
      </FormField>
    </NewCredentialDialog>
  )
}
