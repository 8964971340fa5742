import { Button } from '../ui/buttons/button.tsx'
import { CodeBlock } from '../ui/display/code-block.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../ui/overlays/dialog.tsx'

type ShownOnceDialogProps = {
  title: string
  description: string
  value: string
  /** The text that Copy copies. */
  valueLabel: string
  onClose: () => void
}

/** Shows a new key or link that can only be copied now. */
export function ShownOnceDialog({
  title,
  description,
  value,
  valueLabel,
  onClose,
}: ShownOnceDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} description={description}>
        <DialogBody>
          <CodeBlock code={value} label={valueLabel} wrap />
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
