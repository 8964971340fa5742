import { useState } from 'react'
import type { SnippetPlace } from '../../../data/resources/platform/content.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/overlays/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FolderSelect, type PlaceOption } from './folder-select.tsx'

type MoveDialogProps = {
  title: string
  /** Where it is now; undefined if several things are in several places. */
  from: SnippetPlace | undefined
  options: readonly PlaceOption[]
  /** Says what a move to this place changes for others. */
  note: (place: SnippetPlace) => string | undefined
  pending: boolean
  onMove: (place: SnippetPlace) => void
  onClose: () => void
}

/** Asks for the folder that something moves to. */
export function MoveDialog({ title, from, options, note, pending, ...props }: MoveDialogProps) {
  const current = options.find(
    ({ place }) => place.folder_id === from?.folder_id && place.visibility === from.visibility,
  )
  const [value, setValue] = useState(current?.value ?? options[0]?.value ?? '')
  const chosen = options.find((option) => option.value === value)
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && props.onClose()}>
      <DialogContent title={title} size="sm">
        <DialogForm
          submitLabel="Move"
          isDirty={value !== current?.value}
          canSubmit={chosen !== undefined && value !== current?.value}
          pending={pending}
          onSubmit={() => chosen && props.onMove(chosen.place)}
          onCancel={props.onClose}
        >
          <Field label="Folder" description={chosen && note(chosen.place)}>
            {(control) => (
              <FolderSelect {...control} options={options} value={value} onChange={setValue} />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
