import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { EditQueue } from './edit-queue.ts'

/** Asks before the page is left with edits that did not reach the table. */
export function UnsavedGuard({ edits }: { edits: EditQueue }) {
  const stuck = () => edits.pending().filter(({ progress }) => progress.state !== 'saving').length
  const blocker = useBlocker({
    // A change of filter or sort stays on the page, and so do the edits.
    shouldBlockFn: ({ current, next }) => stuck() > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      visible={blocker.status === 'blocked'}
      variant="danger"
      size="md"
      title="Leave without saving?"
      description="Some of your edits did not reach the table. Stay to retry them; leaving discards them."
      confirmLabel="Discard and leave"
      cancelLabel="Stay"
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
