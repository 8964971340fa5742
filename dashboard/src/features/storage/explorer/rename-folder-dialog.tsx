import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import type { BulkProgress, ObjectVerbs } from '../../../data/resources/services/storage/verbs.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { useInitialFocus } from '../../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/overlays/dialog.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { newNameIn } from './new-name.ts'
import { baseName, folderOf } from './paths.ts'

type RenameFolderDialogProps = {
  bucket: string
  /** With a slash at the end. */
  name: string
  verbs: ObjectVerbs
  onRenamed: (from: string, to: string) => void
  onClose: () => void
}

/** Renames a folder: a job of the server moves every file in it. */
export function RenameFolderDialog({
  bucket,
  name,
  verbs,
  onRenamed,
  onClose,
}: RenameFolderDialogProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const [progress, setProgress] = useState<BulkProgress>()
  const [transfer, setTransfer] = useState<AbortController>()
  useEffect(() => () => transfer?.abort(), [transfer])
  const targetOf = (typed: string) => `${folderOf(name)}${typed.trim()}/`
  const rename = useMutation({
    mutationFn: (typed: { name: string }) => {
      const controller = new AbortController()
      setTransfer(controller)
      setProgress(undefined)
      return verbs.run(
        { verb: 'move', from_folder: name, to_folder: targetOf(typed.name), to_bucket: bucket },
        { names: [], prefixes: [name] },
        { onProgress: setProgress, signal: controller.signal },
      )
    },
    onSuccess: ({ finished, skipped, total }, typed) => {
      if (finished < total || skipped > 0) return
      onRenamed(name, targetOf(typed.name))
      onClose()
    },
    onSettled: () => verbs.reload(bucket),
  })
  const { values, problems, change, state } = useForm({
    values: { name: baseName(name) },
    schema: z.object({ name: newNameIn(folderOf(name)) }),
    mutation: rename,
  })
  const target = targetOf(values.name)
  const { finished = 0, skipped = 0, total = 0, skippedNames = [] } = rename.data ?? {}
  return (
    <Dialog open onOpenChange={(open) => !open && !rename.isPending && onClose()}>
      <DialogContent title="Rename folder">
        <DialogForm
          className="grid gap-4"
          submitLabel="Rename"
          {...state}
          canSubmit={target !== name}
          onCancel={() => (rename.isPending ? transfer?.abort() : onClose())}
        >
          {rename.isPending && progress && (
            <div className="grid gap-1.5">
              <Progress
                label="Rename folder"
                value={((progress.finished + progress.skipped) / Math.max(progress.total, 1)) * 100}
              />
              <output className="text-xs text-muted tabular-nums">
                {formatCount(progress.finished + progress.skipped)} of {formatCount(progress.total)}{' '}
                files moved
              </output>
            </div>
          )}
          {rename.data && skipped > 0 && (
            <ErrorState
              title={`${formatCount(skipped)} ${skipped === 1 ? 'file was' : 'files were'} not moved`}
              message={`The folder ${target} already has files with these names: ${skippedNames.slice(0, 5).map(baseName).join(', ')}${skipped > 5 ? ', …' : ''}`}
            />
          )}
          {rename.data && skipped === 0 && finished < total && (
            <ErrorState
              title="Canceled"
              message={`${formatCount(finished)} of ${formatCount(total)} files are in ${target}. Rename again to move the rest.`}
            />
          )}
          <Field
            label="Name"
            description="URLs and signed links of the files in the folder stop working."
            error={problems.name}
          >
            {(control) => (
              <Input
                {...control}
                ref={field}
                autoComplete="off"
                value={values.name}
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
