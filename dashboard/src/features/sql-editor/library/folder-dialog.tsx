import { FolderName } from '@stoa/contract/platform/content-folders'
import { z } from 'zod'
import { InputField } from '../../../components/form/input-field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/overlays/dialog.tsx'

type FolderDialogProps = {
  title: string
  submitLabel: string
  name: string
  description?: string
  mutation: { readonly isPending: boolean; readonly error: Error | null }
  onSubmit: (name: string) => void
  onClose: () => void
}

const Named = z.object({ name: FolderName })

/** The name of a new folder, or the new name of one. */
export function FolderDialog({ title, submitLabel, mutation, ...props }: FolderDialogProps) {
  const form = useForm({
    values: { name: props.name },
    schema: Named,
    mutation: { ...mutation, mutate: (named) => props.onSubmit(named.name) },
  })
  return (
    <Dialog open onOpenChange={(open) => !open && !mutation.isPending && props.onClose()}>
      <DialogContent title={title} size="sm">
        <DialogForm submitLabel={submitLabel} {...form.state} onCancel={props.onClose}>
          <InputField
            form={form}
            name="name"
            label="Name"
            description={props.description}
            problem="Enter a name of up to 100 characters."
            autoComplete="off"
          />
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
