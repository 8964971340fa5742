import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type SignOutDialogProps = { count: number; onStay: () => void; onSignOut: () => void }

export function SignOutDialog({ count, onStay, onSignOut }: SignOutDialogProps) {
  const queries = count === 1 ? '1 unsaved query' : `${count} unsaved queries`
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      title={`Sign out and lose ${queries}?`}
      description={
        <>
          The server does not have {count === 1 ? 'its' : 'their'} latest text. It is in this
          browser alone, and signing out clears it. The SQL editor marks such queries as not saved.
        </>
      }
      confirmLabel="Sign out"
      cancelLabel="Stay signed in"
      onCancel={onStay}
      onConfirm={onSignOut}
    />
  )
}
