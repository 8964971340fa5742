import { LeaveQuestion } from '../../../components/leave-question.tsx'
import { useTableSessions, useUnsavedSessions } from '../session/use-table-session.ts'

/**
 * Asks for confirmation before leaving the table editor with edits that the user has to retry or
 * correct. Edits that are being saved are saved anyway, except after signing out.
 */
export function UnsavedGuard({ projectRef }: { projectRef: string }) {
  const sessions = useTableSessions()
  const unsaved = useUnsavedSessions(projectRef)
  const names = unsaved.map((session) => session.table().name)
  const isCollected = unsaved.some(({ review }) => review.changes().length > 0)
  const isStuck = () =>
    unsaved.some(
      ({ edits, review }) =>
        edits.refused().length > 0 ||
        review.changes().length > 0 ||
        edits.pending().some(({ progress }) => progress.state !== 'saving'),
    )
  return (
    <LeaveQuestion
      description={
        isCollected
          ? `Your changes in ${names.join(', ')} are not saved and will be lost. Stay on the page to review and save them.`
          : `Some of your edits in ${names.join(', ')} could not be saved and will be lost. Stay on the page to correct or retry them.`
      }
      shouldAsk={(_current, next) => {
        // Edits are kept while another table, filter or sort is opened.
        if (next.pathname.startsWith(`/project/${projectRef}/editor`)) return false
        return next.pathname === '/logout' ? unsaved.length > 0 : isStuck()
      }}
      isSaved={unsaved.length === 0}
      onDiscard={() => sessions.discard(projectRef)}
    />
  )
}
