import { useMutation } from '@tanstack/react-query'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { errorMessage, hasErrorCode } from '../../../data/client/api-error.ts'
import type { ObjectVerbs } from '../../../data/resources/storage-verbs.ts'
import { useInitialFocus } from '../../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
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
  const { values, isDirty, change } = useFormValues({ name: baseName(name) })
  const typed = values.name
  const target = folderOf(name) + typed.trim()
  const rename = useMutation({
    mutationFn: () => verbs.move(name, { bucket, name: target }),
    onSuccess: async () => {
      onRenamed(name, target)
      onClose()
      await verbs.reload(bucket)
    },
  })
  const problem = typed.includes('/')
    ? 'A name can’t contain a slash. Use Move to change the folder.'
    : nameProblem(target)
  const failure = hasErrorCode(rename.error, 'KeyAlreadyExists')
    ? 'A file with this name exists in the folder.'
    : rename.error && errorMessage(rename.error)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Rename file">
        <DialogForm
          submitLabel="Rename"
          isDirty={isDirty}
          pending={rename.isPending}
          canSubmit={problem === undefined && target !== name}
          onSubmit={() => rename.mutate()}
          onCancel={onClose}
        >
          <Field
            label="Name"
            description="URLs and signed links with the old name stop working."
            error={(typed === '' ? undefined : problem) ?? failure ?? undefined}
          >
            {(control) => (
              <Input
                {...control}
                ref={field}
                autoComplete="off"
                value={typed}
                onChange={(event) => {
                  rename.reset()
                  change({ name: event.target.value })
                }}
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
  const { values, isDirty, change } = useFormValues({ name: '' })
  const typed = values.name
  const target = folder + typedFolder(typed)
  // A file in the folder needs at least one more character.
  const problem = typedFolder(typed) === '' ? 'Enter a name.' : nameProblem(`${target}x`)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="New folder">
        <DialogForm
          submitLabel="Open folder"
          isDirty={isDirty}
          canSubmit={problem === undefined}
          onSubmit={() => {
            onOpen(target)
            onClose()
          }}
          onCancel={onClose}
        >
          <Field
            label="Name"
            description="The folder is saved with the first file that you upload to it."
            error={typed === '' ? undefined : problem}
          >
            {(control) => (
              <Input
                {...control}
                ref={field}
                autoComplete="off"
                value={typed}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
