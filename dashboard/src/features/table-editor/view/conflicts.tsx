import { Suspense, useSyncExternalStore } from 'react'
import type { SessionView } from '../session/session-view.ts'
import { ChangesConflictDialog, RowConflictDialog } from './lazy-sheets.ts'

/**
 * The dialogs about changes of others. Each loads with its first conflict, which a response of the
 * server has reported, so that the browser can load it.
 */
export function Conflicts({ session }: { session: SessionView }) {
  const { edits, history, review } = session
  const pending = useSyncExternalStore(edits.subscribe, edits.pending)
  const undo = useSyncExternalStore(history.subscribe, history.state).conflict
  const saving = useSyncExternalStore(review.subscribe, review.progress)
  return (
    <Suspense>
      {pending.some(({ progress }) => progress.state === 'conflict') && (
        <RowConflictDialog session={session} />
      )}
      {(undo !== undefined || saving.state === 'conflict') && (
        <ChangesConflictDialog session={session} />
      )}
    </Suspense>
  )
}
