import { lazy, Suspense } from 'react'
import { formatRelative } from '../../lib/dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../ui/overlays/dialog.tsx'
import type { DocumentNoun } from './new-names.ts'
import type { Snippet } from './snippet-document.ts'

const TextDiff = lazy(async () => ({
  default: (await import('./text-diff.tsx')).TextDiff,
}))

type ConflictDialogProps = {
  noun?: DocumentNoun
  open: boolean
  mine: () => string
  /** Null if the stored snippet was deleted, or is no longer shared. */
  theirs: Snippet | null
  /** A text as people read it, if that is not the text itself. */
  inWords?: (text: string) => string
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Two versions of the same snippet: the user chooses one, and the other stays an earlier version. */
export function ConflictDialog({
  noun = 'query',
  open,
  mine,
  theirs,
  inWords = (text) => text,
  ...actions
}: ConflictDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && actions.onClose()}>
      {open && (
        <DialogContent
          size="xl"
          title={theirs ? `This ${noun} was changed elsewhere` : `This ${noun} was deleted`}
          description={describe(theirs)}
        >
          <DialogBody className="grid gap-4">
            {theirs ? (
              <Suspense fallback={<Skeleton className="h-80" />}>
                <TextDiff
                  beforeTitle={`Saved by ${theirs.updated_by ?? 'a former member'} ${formatRelative(theirs.updated_at)}`}
                  afterTitle="Yours"
                  before={inWords(theirs.sql)}
                  after={inWords(mine())}
                />
              </Suspense>
            ) : (
              <pre className="max-h-72 overflow-auto rounded-md border bg-sunken p-2 text-xs">
                {inWords(mine()).slice(0, 50_000)}
              </pre>
            )}
          </DialogBody>
          <DialogFooter>
            <Button variant="primary" onClick={actions.onKeepMine}>
              {theirs ? 'Keep mine' : `Save as new ${noun}`}
            </Button>
            {theirs !== null && <Button onClick={actions.onTakeTheirs}>Take theirs</Button>}
            <Button data-first-focus onClick={actions.onClose}>
              Decide later
            </Button>
          </DialogFooter>
        </DialogContent>
      )}
    </Dialog>
  )
}

const describe = (theirs: Snippet | null) =>
  theirs
    ? 'It was saved in another tab, browser or account after you opened it. Your version stays in this browser until you choose. If you keep yours, the other one stays available under Versions.'
    : 'It was deleted, or its author no longer shares it. Your version stays in this browser until you choose.'
