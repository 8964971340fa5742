import { Redo2, Undo2 } from 'lucide-react'
import { useMemo, useSyncExternalStore } from 'react'
import { useRegisterActions } from '../../../components/actions/actions.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { SessionView } from '../session/session-view.ts'

/**
 * Undoes and repeats changes of this table, also with Mod+Z. Collected changes come first, because
 * they are the latest.
 */
export function EditActions({ session }: { session: SessionView }) {
  const { history, review, edits } = session
  const past = useSyncExternalStore(history.subscribe, history.state)
  const canUndoHeld = useSyncExternalStore(review.subscribe, review.canUndo)
  const canRedoHeld = useSyncExternalStore(review.subscribe, review.canRedo)
  const isCollecting = useSyncExternalStore(review.subscribe, () => review.changes().length > 0)
  const canUndo = canUndoHeld || (!isCollecting && past.undo !== undefined)
  const canRedo = canRedoHeld || (!isCollecting && past.redo !== undefined)
  const verbs = useMemo(() => {
    /** An edit in progress would be undone by what was saved before it. */
    const isSettled = () => {
      if (edits.pending().every(({ progress }) => progress.state === 'held')) return true
      toast.info('Wait until your edits are saved, or discard them')
      return false
    }
    return {
      undo() {
        if (review.canUndo()) review.undo()
        else if (isSettled()) void history.undo()
      },
      redo() {
        if (review.canRedo()) review.redo()
        else if (isSettled()) void history.redo()
      },
    }
  }, [history, review, edits])
  useRegisterActions(
    useMemo(
      () =>
        [
          { id: 'rows-undo', title: 'Undo', shortcut: 'Mod+Z', run: verbs.undo, visible: canUndo },
          {
            id: 'rows-redo',
            title: 'Redo',
            shortcut: 'Mod+Shift+Z',
            run: verbs.redo,
            visible: canRedo,
          },
          {
            id: 'rows-save',
            title: 'Save changes',
            shortcut: 'Mod+S',
            run: () => void review.save(),
            visible: isCollecting,
          },
        ].map((action) => ({ ...action, group: 'Rows', isOfPage: true })),
      [verbs, review, canUndo, canRedo, isCollecting],
    ),
  )
  return (
    <div className="flex">
      <IconButton
        label={canUndoHeld || past.undo === undefined ? 'Undo' : `Undo ${past.undo}`}
        shortcut="Mod+Z"
        size="sm"
        disabled={!canUndo || past.isBusy}
        onClick={verbs.undo}
      >
        <Undo2 className="size-3.5" />
      </IconButton>
      <IconButton
        label={canRedoHeld || past.redo === undefined ? 'Redo' : `Redo ${past.redo}`}
        shortcut="Mod+Shift+Z"
        size="sm"
        disabled={!canRedo || past.isBusy}
        onClick={verbs.redo}
      >
        <Redo2 className="size-3.5" />
      </IconButton>
    </div>
  )
}
