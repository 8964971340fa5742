import { Suspense, useState, useSyncExternalStore } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Kbd } from '../../../ui/display/kbd.tsx'
import type { SessionView } from '../session/session-view.ts'
import { ReviewSheet } from './lazy-sheets.ts'

/** The number of collected changes, with what saves or discards all of them. */
export function ReviewBar({ session }: { session: SessionView }) {
  const { review } = session
  const changes = useSyncExternalStore(review.subscribe, review.changes)
  const progress = useSyncExternalStore(review.subscribe, review.progress)
  const [isOpen, setIsOpen] = useState(false)
  const [isDiscarding, setIsDiscarding] = useState(false)
  if (changes.length === 0) return null
  const count = `${changes.length.toLocaleString('en')} unsaved ${changes.length === 1 ? 'change' : 'changes'}`
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-2 border-t bg-accent-soft px-3 py-1 text-xs">
      <output className="font-medium tabular-nums">{count}</output>
      {progress.state === 'failed' && (
        <span role="alert" className="min-w-0 flex-1 basis-40 text-danger-text">
          Nothing was saved. {progress.message}
        </span>
      )}
      <div className="ml-auto flex gap-2">
        <Button size="sm" onClick={() => setIsOpen(true)}>
          Review
        </Button>
        <Button
          size="sm"
          disabled={progress.state === 'saving'}
          onClick={() => setIsDiscarding(true)}
        >
          Discard
        </Button>
        <Button
          size="sm"
          variant="primary"
          pending={progress.state === 'saving'}
          onClick={() => void review.save()}
        >
          Save <Kbd shortcut="Mod+S" className="max-sm:hidden" />
        </Button>
      </div>
      <Suspense>
        {isOpen && <ReviewSheet session={session} onClose={() => setIsOpen(false)} />}
      </Suspense>
      <ConfirmDialog
        visible={isDiscarding}
        variant="danger"
        size="sm"
        title={`Discard ${count}?`}
        description="The table keeps its rows as they are stored."
        confirmLabel="Discard"
        onCancel={() => setIsDiscarding(false)}
        onConfirm={() => {
          setIsDiscarding(false)
          review.discard()
        }}
      />
    </div>
  )
}
