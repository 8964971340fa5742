import { LeaveQuestion } from '../../../components/leave-question.tsx'
import type { EditQueue } from '../session/edit-queue.ts'

/** Asks for confirmation before leaving the page with unsaved edits. */
export function UnsavedGuard({ edits }: { edits: EditQueue }) {
  const stuck = () => edits.pending().filter(({ progress }) => progress.state !== 'saving').length
  return (
    <LeaveQuestion
      description="Some of your edits could not be saved and will be lost. Stay on the page to retry them."
      // Changing a filter or sort stays on the page and keeps the edits.
      shouldAsk={(current, next) => stuck() > 0 && current.pathname !== next.pathname}
    />
  )
}
