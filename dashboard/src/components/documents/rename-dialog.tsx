import { SnippetName } from '@stoa/contract/platform/content'
import { z } from 'zod'
import { useForm } from '../form/use-form.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import type { DocumentNoun } from './new-names.ts'

type RenameDialogProps = {
  /** The current name; undefined while no snippet is being renamed. */
  name: string | undefined
  noun?: DocumentNoun
  /** By default that of a new name. */
  title?: string
  submitLabel?: string
  onClose: () => void
  onRename: (name: string) => void
}

export function RenameDialog({ name, onClose, ...props }: RenameDialogProps) {
  return (
    <Dialog open={name !== undefined} onOpenChange={(open) => !open && onClose()}>
      {name !== undefined && <RenameForm name={name} onClose={onClose} {...props} />}
    </Dialog>
  )
}

const Renamed = z.object({ name: SnippetName })

function RenameForm({
  name,
  noun = 'query',
  title = `Rename ${noun}`,
  submitLabel = 'Rename',
  onClose,
  onRename,
}: RenameDialogProps) {
  const { values, problems, change, state } = useForm({
    values: { name: name ?? '' },
    schema: Renamed,
    submit: (renamed) => onRename(renamed.name),
  })
  return (
    <DialogContent title={title} size="sm">
      <DialogForm submitLabel={submitLabel} {...state} onCancel={onClose}>
        <Field label="Name" error={problems.name && 'Enter a name of up to 200 characters.'}>
          {(control) => (
            <Input
              {...control}
              value={values.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
      </DialogForm>
    </DialogContent>
  )
}
