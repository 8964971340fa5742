import { useState } from 'react'
import { SnippetName } from '@stoa/contract/platform/content'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

type RenameDialogProps = {
  /** The current name; undefined while no snippet is being renamed. */
  name: string | undefined
  onClose: () => void
  onRename: (name: string) => void
}

export function RenameDialog({ name, onClose, onRename }: RenameDialogProps) {
  return (
    <Dialog open={name !== undefined} onOpenChange={(open) => !open && onClose()}>
      {name !== undefined && <RenameForm name={name} onClose={onClose} onRename={onRename} />}
    </Dialog>
  )
}

function RenameForm({ name, onClose, onRename }: RenameDialogProps) {
  const [typed, setTyped] = useState(name ?? '')
  const parsed = SnippetName.safeParse(typed)
  return (
    <DialogContent title="Rename query" size="sm">
      <form
        className="contents"
        onSubmit={(event) => {
          event.preventDefault()
          if (parsed.success) onRename(parsed.data)
        }}
      >
        <DialogBody>
          <Field label="Name">
            {(control) => (
              <Input
                {...control}
                value={typed}
                maxLength={200}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!parsed.success}>
            Rename
          </Button>
        </DialogFooter>
      </form>
    </DialogContent>
  )
}
