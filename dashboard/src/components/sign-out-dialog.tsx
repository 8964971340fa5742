import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'

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
          The latest text of {count === 1 ? 'this query' : 'these queries'} is only stored in this
          browser and is deleted when you sign out. The SQL editor marks queries that are not saved.
        </>
      }
      confirmLabel="Sign out"
      cancelLabel="Stay signed in"
      onCancel={onStay}
      onConfirm={onSignOut}
    />
  )
}
