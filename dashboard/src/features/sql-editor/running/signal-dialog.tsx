import type { DatabaseSession } from '@stoa/contract/services/meta/activity'
import { QueryError } from '../../../components/query-error.tsx'
import {
  useCancelSession,
  useTerminateSession,
} from '../../../data/resources/services/meta/activity.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import type { Running } from './running-list.ts'

export type Signal = 'cancel' | 'terminate'

type SignalDialogProps = {
  projectRef: string
  signal: Signal
  running: Running
  onClose: () => void
}

/** Asks before a statement is canceled or a session is ended, and says what follows. */
export function SignalDialog({ projectRef, signal, running, onClose }: SignalDialogProps) {
  const cancel = useCancelSession(projectRef)
  const terminate = useTerminateSession(projectRef)
  const { mutate, isPending, error } = signal === 'cancel' ? cancel : terminate
  const { session, blocks } = running
  const isCancel = signal === 'cancel'
  return (
    <ConfirmDialog
      visible
      variant="danger"
      title={isCancel ? 'Cancel this query?' : `Terminate session ${session.pid}?`}
      confirmLabel={isCancel ? 'Cancel query' : 'Terminate session'}
      cancelLabel="Close"
      loading={isPending}
      onCancel={onClose}
      onConfirm={() => mutate(session, { onSuccess: onClose })}
    >
      <Statement session={session} />
      <p>{consequence(signal, session)}</p>
      {blocks.length > 0 && (
        <p>
          {blocks.length === 1 ? '1 session waits' : `${blocks.length} sessions wait`} for it and
          can then continue.
        </p>
      )}
      {error && (
        <QueryError
          error={error}
          title={isCancel ? 'Could not cancel the query' : 'Could not terminate the session'}
        />
      )}
    </ConfirmDialog>
  )
}

function consequence(signal: Signal, { transaction_seconds: open }: DatabaseSession): string {
  if (signal === 'terminate')
    return 'Its client loses the connection, and changes that were not committed are rolled back.'
  return open === null
    ? 'Its client gets an error and stays connected.'
    : 'Its client gets an error and stays connected. The changes of its transaction are rolled back.'
}

/** The beginning of a statement; members who can only read do not see it. */
export const Statement = ({ session: { statement } }: { session: DatabaseSession }) =>
  statement ? (
    <pre className="line-clamp-4 rounded-md bg-sunken px-2 py-1 text-xs break-words whitespace-pre-wrap">
      {statement.trim()}
    </pre>
  ) : (
    <p className="text-xs text-muted">The statement is visible to members who can write.</p>
  )
