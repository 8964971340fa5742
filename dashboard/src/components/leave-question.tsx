import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'

type PageAddress = { pathname: string; search: Record<string, unknown> }

type Action = 'PUSH' | 'REPLACE' | 'FORWARD' | 'BACK' | 'GO'

type LeaveQuestionProps = {
  /** Describes the changes that would be lost, and how to save them. */
  description: string
  /** Whether navigating from `current` to `next` would lose unsaved changes. */
  shouldAsk: (current: PageAddress, next: PageAddress, action: Action) => boolean
  /**
   * Whether to ask before the page is closed or reloaded, with the browser's own prompt. The
   * default never asks.
   */
  shouldAskBeforeUnload?: () => boolean
  /** True once nothing is unsaved; an open question then leaves by itself. */
  isSaved?: boolean
  /** Called when the user leaves, so that a page that stays mounted drops the changes too. */
  onDiscard?: () => void
}

/** Asks for confirmation before unsaved changes are lost by navigation. */
export function LeaveQuestion({
  description,
  shouldAsk,
  shouldAskBeforeUnload = () => false,
  isSaved = false,
  onDiscard,
}: LeaveQuestionProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) => shouldAsk(current, next, action),
    enableBeforeUnload: shouldAskBeforeUnload,
    withResolver: true,
  })
  const { status, proceed } = blocker
  useEffect(() => {
    if (isSaved && status === 'blocked') proceed()
  }, [isSaved, status, proceed])
  return (
    <ConfirmDialog
      visible={status === 'blocked'}
      variant="danger"
      size="md"
      title="Leave without saving?"
      description={description}
      confirmLabel="Discard and leave"
      cancelLabel="Stay"
      onCancel={() => blocker.reset?.()}
      onConfirm={() => {
        onDiscard?.()
        proceed?.()
      }}
    />
  )
}
