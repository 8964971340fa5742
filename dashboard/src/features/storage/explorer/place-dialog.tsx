import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fieldsCheckedBy } from '../../../components/form/checked-by.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { useBuckets } from '../../../data/resources/services/storage/buckets.ts'
import type { ObjectVerbs } from '../../../data/resources/services/storage/verbs.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/overlays/dialog.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { selectionOf, type Entry } from './entries.ts'
import { baseName, typedFolder } from './paths.ts'

type FolderPlace = { target: string; folder: string }

type PlaceDialogProps = {
  projectRef: string
  bucket: string
  /** The folder that contains the entries. */
  folder: string
  verb: 'move' | 'copy'
  entries: readonly Entry[]
  verbs: ObjectVerbs
  onDone: () => void
  onClose: () => void
}

const WORDS = {
  move: { title: 'Move', done: 'moved' },
  copy: { title: 'Copy', done: 'copied' },
}

/** Moves or copies files and folders to another folder or bucket. */
export function PlaceDialog({
  projectRef,
  bucket,
  folder,
  verb,
  entries,
  verbs,
  ...props
}: PlaceDialogProps) {
  const buckets = useBuckets(projectRef)
  const isInside = (place: FolderPlace) =>
    entries.some(
      ({ kind, name }) =>
        kind === 'folder' && place.target === bucket && typedFolder(place.folder).startsWith(name),
    )
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [transfer, setTransfer] = useState<AbortController>()
  useEffect(() => () => transfer?.abort(), [transfer])
  const { title, done } = WORDS[verb]
  const run = useMutation({
    mutationFn: async ({ target, folder: typed }: FolderPlace) => {
      const controller = new AbortController()
      const { signal } = controller
      setTransfer(controller)
      setProgress(undefined)
      return verbs.run(
        { verb, from_folder: folder, to_folder: typedFolder(typed), to_bucket: target },
        selectionOf(entries),
        {
          onProgress: ({ finished, skipped, total }) =>
            setProgress({ done: finished + skipped, total }),
          signal,
        },
      )
    },
    onSuccess: ({ finished, skipped, total }) => {
      const rest = Math.max(total - finished - skipped, 0)
      if (finished > 0)
        toast.success(`${formatCount(finished)} ${finished === 1 ? 'file' : 'files'} ${done}`, {
          ...(rest > 0 && { description: `Canceled. ${formatCount(rest)} not ${done}.` }),
        })
      if (skipped > 0 && rest === 0) return
      props.onDone()
      props.onClose()
    },
    onSettled: (_result, _error, { target }) =>
      Promise.all([...new Set([bucket, target])].map(verbs.reload)),
  })
  const { values, problems, change, state } = useForm({
    values: { target: bucket, folder },
    schema: fieldsCheckedBy<FolderPlace>((place) => ({
      folder: isInside(place) ? 'A folder can’t be placed inside itself.' : undefined,
    })),
    mutation: run,
  })
  const isSame = values.target === bucket && typedFolder(values.folder) === folder
  const [only] = entries
  const subject =
    entries.length === 1 && only ? baseName(only.name) : `${formatCount(entries.length)} items`
  const { skipped = 0, skippedNames = [] } = run.data ?? {}
  return (
    <Dialog open onOpenChange={(open) => !open && !run.isPending && props.onClose()}>
      <DialogContent title={`${title} ${subject}`}>
        <DialogForm
          className="grid gap-4"
          submitLabel={title}
          {...state}
          canSubmit={!(isSame && verb === 'move')}
          onCancel={() => (run.isPending ? transfer?.abort() : props.onClose())}
        >
          {run.isPending && progress && (
            <div className="grid gap-1.5">
              <Progress
                label={`${title} ${subject}`}
                value={(progress.done / Math.max(progress.total, 1)) * 100}
              />
              <output className="text-xs text-muted tabular-nums">
                {formatCount(progress.done)} of {formatCount(progress.total)} files {done}
              </output>
            </div>
          )}
          {skipped > 0 && (
            <ErrorState
              title={`${formatCount(skipped)} ${skipped === 1 ? 'file was' : 'files were'} not ${done}`}
              message={`The folder already has files with these names: ${skippedNames.slice(0, 5).map(baseName).join(', ')}${skipped > 5 ? ', …' : ''}`}
            />
          )}
          <Field label="Bucket">
            {(control) => (
              <Select
                {...control}
                value={values.target}
                options={(buckets.data ?? [{ id: bucket }]).map(({ id }) => ({
                  value: id,
                  label: id,
                }))}
                onValueChange={(next) => change({ target: next })}
              />
            )}
          </Field>
          <Field
            label="Folder"
            description="A path such as photos/2026. Leave empty for the top of the bucket. A folder that does not exist is created."
            error={problems.folder}
          >
            {(control) => (
              <Input
                {...control}
                className="font-mono text-xs"
                autoComplete="off"
                value={values.folder}
                onChange={(event) => {
                  run.reset()
                  change({ folder: event.target.value })
                }}
              />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
