import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import type { ObjectVerbs } from '../../../data/resources/services/storage/verbs.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { selectionOf, type Entry } from './entries.ts'
import { baseName } from './paths.ts'

type DeleteDialogProps = {
  bucket: string
  entries: readonly Entry[]
  verbs: ObjectVerbs
  onDone: () => void
  onClose: () => void
}

/** Maximum number of entries named in the question. */
const MOST_NAMED = 5

/** Deletes files, and folders with everything below them. */
export function DeleteDialog({ bucket, entries, verbs, onDone, onClose }: DeleteDialogProps) {
  const [deleted, setDeleted] = useState(0)
  const remove = useMutation({
    mutationFn: () =>
      verbs.run({ verb: 'delete' }, selectionOf(entries), {
        onProgress: ({ finished }) => setDeleted(finished),
      }),
    onSuccess: ({ finished: count }) => {
      toast.success(count === 1 ? 'File deleted' : `${formatCount(count)} files deleted`)
      onDone()
      onClose()
    },
    onSettled: () => verbs.reload(bucket),
  })
  const hasFolder = entries.some(({ kind }) => kind === 'folder')
  const [only] = entries
  const subject =
    entries.length === 1 && only ? baseName(only.name) : `${formatCount(entries.length)} items`
  const consequence = hasFolder
    ? 'Folders are deleted with all files in them. This can’t be undone.'
    : 'This can’t be undone.'
  const names = entries.slice(0, MOST_NAMED).map(({ name }) => baseName(name))
  const others = entries.length - names.length
  const listed = `${names.join(', ')}${others > 0 ? `, and ${formatCount(others)} more` : ''}. `
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      title={`Delete ${subject}`}
      description={
        remove.isPending && deleted > 0
          ? `${formatCount(deleted)} files deleted so far.`
          : (entries.length > 1 ? listed : '') + consequence
      }
      confirmLabel="Delete"
      loading={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      {remove.error && <QueryError error={remove.error} title="Could not delete all files" />}
    </ConfirmDialog>
  )
}
