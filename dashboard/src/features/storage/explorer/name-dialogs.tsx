import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { checkedBy } from '../../../components/form/checked-by.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { errorMessage, hasErrorCode } from '../../../data/client/api-error.ts'
import type { ObjectVerbs } from '../../../data/resources/services/storage/verbs.ts'
import { useInitialFocus } from '../../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/overlays/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { newNameIn } from './new-name.ts'
import { baseName, folderOf, nameProblem, typedFolder } from './paths.ts'

type RenameDialogProps = {
  bucket: string
  name: string
  verbs: ObjectVerbs
  onRenamed: (from: string, to: string) => void
  onClose: () => void
}

/** Renames an object within its folder. */
export function RenameDialog({ bucket, name, verbs, onRenamed, onClose }: RenameDialogProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const targetOf = (typed: string) => folderOf(name) + typed.trim()
  const rename = useMutation({
    mutationFn: (typed: { name: string }) =>
      verbs.move(name, { bucket, name: targetOf(typed.name) }),
    onSuccess: async (_moved, typed) => {
      onRenamed(name, targetOf(typed.name))
      onClose()
      await verbs.reload(bucket)
    },
  })
  const { values, problems, change, state } = useForm({
    values: { name: baseName(name) },
    schema: z.object({ name: newNameIn(folderOf(name)) }),
    mutation: rename,
    errorField: 'name',
    errorText: (error) =>
      hasErrorCode(error, 'KeyAlreadyExists')
        ? 'A file with this name exists in the folder.'
        : errorMessage(error),
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Rename file">
        <DialogForm
          submitLabel="Rename"
          {...state}
          canSubmit={targetOf(values.name) !== name}
          onCancel={onClose}
        >
          <Field
            label="Name"
            description="URLs and signed links with the old name stop working."
            error={problems.name}
          >
            {(control) => (
              <Input
                {...control}
                ref={field}
                autoComplete="off"
                value={values.name}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

type NewFolderDialogProps = {
  folder: string
  onOpen: (folder: string) => void
  onClose: () => void
}

/** Opens a folder that does not exist yet: a folder is a part of the names of its files. */
export function NewFolderDialog({ folder, onOpen, onClose }: NewFolderDialogProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const schema = z.object({
    name: checkedBy<string>((typed) =>
      // A file in the folder needs at least one more character.
      typedFolder(typed) === '' ? 'Enter a name.' : nameProblem(`${folder}${typedFolder(typed)}x`),
    ),
  })
  const { values, problems, change, state } = useForm({
    values: { name: '' },
    schema,
    submit({ name }) {
      onOpen(folder + typedFolder(name))
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="New folder">
        <DialogForm submitLabel="Open folder" {...state} onCancel={onClose}>
          <Field
            label="Name"
            description="The folder is saved with the first file that you upload to it."
            error={problems.name}
          >
            {(control) => (
              <Input
                {...control}
                ref={field}
                autoComplete="off"
                value={values.name}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
