import { LeaveQuestion } from '../../components/leave-question.tsx'
import type { EditQueue } from './edit-queue.ts'

/** Asks before the page is left with edits that did not reach the table. */
export function UnsavedGuard({ edits }: { edits: EditQueue }) {
  const stuck = () => edits.pending().filter(({ progress }) => progress.state !== 'saving').length
  return (
    <LeaveQuestion
      description="Some of your edits did not reach the table. Stay to retry them; leaving discards them."
      // A change of filter or sort stays on the page, and so do the edits.
      shouldAsk={(current, next) => stuck() > 0 && current.pathname !== next.pathname}
    />
  )
}
