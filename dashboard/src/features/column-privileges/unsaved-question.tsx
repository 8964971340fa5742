import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PrivilegesSearch } from './privileges-search.ts'

/** Asks before another table, role or page is opened over changes that are not saved. */
export function UnsavedQuestion({ hasChanges }: { hasChanges: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges && placeOf(current) !== placeOf(next),
    enableBeforeUnload: () => hasChanges,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      visible={blocker.status === 'blocked'}
      variant="danger"
      size="md"
      title="Leave without saving?"
      description="The changed privileges are not saved. Leaving discards them."
      confirmLabel="Discard and leave"
      cancelLabel="Stay"
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

const placeOf = ({ pathname, search }: { pathname: string; search: Record<string, unknown> }) =>
  JSON.stringify([pathname, PrivilegesSearch(search)])
