import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../ui/overlays/dialog.tsx'

type ConflictDialogProps = {
  open: boolean
  mine: () => string
  /** Null if the stored snippet was deleted. */
  theirs: string | null
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Two versions of the same snippet: the user keeps one, and the other is lost. */
export function ConflictDialog({ open, mine, theirs, ...actions }: ConflictDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && actions.onClose()}>
      {open && (
        <DialogContent
          size="xl"
          title="This query was changed elsewhere"
          description="Someone saved it in another tab or browser after you opened it. Your version stays in this browser until you choose."
        >
          <DialogBody className="grid gap-4 sm:grid-cols-2">
            <Side title="Yours" text={mine()} />
            <Side title="Saved elsewhere" text={theirs ?? 'The query was deleted'} />
          </DialogBody>
          <DialogFooter>
            <Button variant="primary" onClick={actions.onKeepMine}>
              Keep mine
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

function Side({ title, text }: { title: string; text: string }) {
  return (
    <section className="grid min-w-0 content-start gap-1.5">
      <h3 className="text-sm font-medium">{title}</h3>
      <pre className="max-h-72 overflow-auto rounded-md border bg-sunken p-2 text-xs">
        {text.slice(0, 50_000)}
      </pre>
    </section>
  )
}
