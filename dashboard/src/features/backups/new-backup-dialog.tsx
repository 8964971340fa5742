import { createBackup } from '@stoa/contract/platform/backups'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useCreateBackup } from '../../data/resources/platform/backups.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'

type NewBackupDialogProps = { projectRef: string; onClose: () => void }

/** Takes a backup now, under a name. */
export function NewBackupDialog({ projectRef, onClose }: NewBackupDialogProps) {
  const form = useForm({
    endpoint: createBackup,
    values: { name: '' },
    mutation: useCreateBackup(projectRef),
    onSuccess: onClose,
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Back up now"
        description="The project stays available while the backup is taken."
      >
        <DialogForm submitLabel="Back up now" {...form.state} onCancel={onClose}>
          <InputField
            form={form}
            name="name"
            label="Name"
            description="For example “Before the upgrade”."
            problem="Enter a name."
            maxLength={100}
          />
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
