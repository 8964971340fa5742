import { useState } from 'react'
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx'
import { errorMessage } from '../../../data/client/api-error.ts'
import { useCreateS3AccessKey } from '../../../data/resources/s3-access-keys.ts'
import { useInitialFocus } from '../../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'

type NewAccessKeyDialogProps = { projectRef: string; onClose: () => void }

export function NewAccessKeyDialog({ projectRef, onClose }: NewAccessKeyDialogProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const [description, setDescription] = useState('')
  const create = useCreateS3AccessKey(projectRef)
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
        <DialogForm
          submitLabel="Create access key"
          pending={create.isPending}
          canSubmit={description.trim() !== ''}
          onSubmit={() => create.mutate(description.trim())}
          onCancel={onClose}
        >
          <Field
            label="Description"
            description="Where the key is used, such as “Nightly backup”. Use a separate key per server so you can revoke one at a time."
            error={create.error ? errorMessage(create.error) : undefined}
          >
            {(control) => (
              <Input
                {...control}
                ref={field}
                maxLength={100}
                autoComplete="off"
                value={description}
                onChange={(event) => {
                  create.reset()
                  setDescription(event.target.value)
                }}
              />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
