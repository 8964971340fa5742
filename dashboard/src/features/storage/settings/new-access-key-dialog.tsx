import { createS3AccessKey } from '@stoa/contract/services/storage/s3-access-keys'
import { FormField } from '../../../components/form/form-field.tsx'
import { useEndpointForm } from '../../../components/form/use-endpoint-form.ts'
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx'
import { useCreateS3AccessKey } from '../../../data/resources/s3-access-keys.ts'
import { useInitialFocus } from '../../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/input.tsx'

type NewAccessKeyDialogProps = { projectRef: string; onClose: () => void }

export function NewAccessKeyDialog({ projectRef, onClose }: NewAccessKeyDialogProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const create = useCreateS3AccessKey(projectRef)
  const { form, state } = useEndpointForm(createS3AccessKey, {
    defaults: { description: '' },
    toBody: ({ description }) => ({ description: description.trim() }),
    mutation: {
      ...create,
      mutate: ({ description }, options) => create.mutate(description, options),
    },
    errorField: 'description',
  })
  if (create.data) {
    const { id, secret } = create.data
    return (
      <ShownOnceDialog
        title="Access key created"
        description="Copy the secret now. It can’t be shown again."
        value={`AWS_ACCESS_KEY_ID=${id}\nAWS_SECRET_ACCESS_KEY=${secret}`}
        valueLabel="access key"
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Create S3 access key">
        <DialogForm {...state} submitLabel="Create access key" onCancel={onClose}>
          <FormField
            control={form.control}
            name="description"
            label="Description"
            description="Where the key is used, such as “Nightly backup”. Use a separate key per server so you can revoke one at a time."
            problem="Enter a description."
          >
            {(attributes, value, change) => (
              <Input
                {...attributes}
                ref={field}
                maxLength={100}
                autoComplete="off"
                value={value}
                onChange={(event) => change(event.target.value)}
              />
            )}
          </FormField>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
