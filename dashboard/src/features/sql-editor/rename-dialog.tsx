import { SnippetName } from '@stoa/contract/platform/content'
import { useFormValues } from '../../components/form/use-form-values.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

type RenameDialogProps = {
  /** The current name; undefined while no snippet is being renamed. */
  name: string | undefined
  onClose: () => void
  onRename: (name: string) => void
}

export function RenameDialog({ name, onClose, onRename }: RenameDialogProps) {
  return (
    <Dialog open={name !== undefined} onOpenChange={(open) => !open && onClose()}>
      {name !== undefined && <RenameForm name={name} onClose={onClose} onRename={onRename} />}
    </Dialog>
  )
}

function RenameForm({ name, onClose, onRename }: RenameDialogProps) {
  const { values, isDirty, change } = useFormValues({ name: name ?? '' })
  const parsed = SnippetName.safeParse(values.name)
  return (
    <DialogContent title="Rename query" size="sm">
      <DialogForm
        submitLabel="Rename"
        isDirty={isDirty}
        canSubmit={parsed.success}
        onSubmit={() => parsed.success && onRename(parsed.data)}
        onCancel={onClose}
      >
        <Field label="Name">
          {(control) => (
            <Input
              {...control}
              value={values.name}
              maxLength={200}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
      </DialogForm>
    </DialogContent>
  )
}
