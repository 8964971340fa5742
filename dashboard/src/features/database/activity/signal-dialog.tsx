import type { DatabaseSession } from '@stoa/contract/services/meta/activity'
import { QueryError } from '../../../components/query-error.tsx'
import {
  useCancelSession,
  useTerminateSession,
} from '../../../data/resources/services/meta/activity.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { originOf } from './session-texts.ts'

export type Signal = 'cancel' | 'terminate'

const TEXTS = {
  cancel: {
    title: (pid: number) => `Cancel the statement of session ${pid}?`,
    description:
      'The client gets an error, and its transaction is rolled back. It stays connected.',
    confirmLabel: 'Cancel statement',
    success: 'Cancellation sent',
    error: 'Could not cancel the statement',
  },
  terminate: {
    title: (pid: number) => `Terminate session ${pid}?`,
    description: 'The client loses its connection, and its open transaction is rolled back.',
    confirmLabel: 'Terminate session',
    success: 'Termination sent',
    error: 'Could not terminate the session',
  },
}

type SignalDialogProps = {
  projectRef: string
  signal: Signal
  session: DatabaseSession
  onClose: () => void
}

/** Asks before a statement is canceled or a session is ended. */
export function SignalDialog({ projectRef, signal, session, onClose }: SignalDialogProps) {
  const cancel = useCancelSession(projectRef)
  const terminate = useTerminateSession(projectRef)
  const { mutate, isPending, error } = signal === 'cancel' ? cancel : terminate
  const texts = TEXTS[signal]
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      title={texts.title(session.pid)}
      description={texts.description}
      confirmLabel={texts.confirmLabel}
      cancelLabel="Close"
      loading={isPending}
      onCancel={onClose}
      onConfirm={() =>
        mutate(session, {
          onSuccess: () => {
            toast.success(texts.success)
            onClose()
          },
        })
      }
    >
      <p className="text-xs text-muted">{originOf(session)}</p>
      {session.statement !== null && session.statement !== '' && (
        <pre className="max-h-40 overflow-auto rounded-md bg-sunken p-2 text-xs whitespace-pre-wrap">
          {session.statement}
        </pre>
      )}
      {error && <QueryError error={error} title={texts.error} />}
    </ConfirmDialog>
  )
}
