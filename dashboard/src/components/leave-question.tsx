import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type Place = { pathname: string; search: Record<string, unknown> }

type LeaveQuestionProps = {
  /** What would be lost, and how it is kept. */
  description: string
  /** Whether going from one place to the other would lose it. */
  shouldAsk: (current: Place, next: Place) => boolean
  /** Also before the page is closed or loaded anew, in the browser's words; absent where something else asks then. */
  shouldAskBeforeUnload?: () => boolean
}

/** Asks before the page is left with what is not saved. */
export function LeaveQuestion({
  description,
  shouldAsk,
  shouldAskBeforeUnload = () => false,
}: LeaveQuestionProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => shouldAsk(current, next),
    enableBeforeUnload: shouldAskBeforeUnload,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      visible={blocker.status === 'blocked'}
      variant="danger"
      size="md"
      title="Leave without saving?"
      description={description}
      confirmLabel="Discard and leave"
      cancelLabel="Stay"
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
