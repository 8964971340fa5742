import type { FileSource } from '@stoa/contract/services/wrappers/files'
import { useState } from 'react'
import { Toggle } from '../../components/settings/toggle.tsx'
import { useDeleteFileSource } from '../../data/resources/services/wrappers/files.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Dependents } from './delete-server-dialog.tsx'
import { nameOfFile } from './file-table.tsx'

type DeleteFileDialogProps = { projectRef: string; source: FileSource; onClose: () => void }

/** Deletes a source and, if the member chooses so, its table and the views on it. */
export function DeleteFileDialog({ projectRef, source, onClose }: DeleteFileDialogProps) {
  const remove = useDeleteFileSource(projectRef, source.id)
  const [chosen, setChosen] = useState(false)
  const dropsTable = chosen && source.has_table
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      title={`Delete ${nameOfFile(source)}`}
      description="The file is no longer loaded, and its schedule and runs are deleted. The file itself is not changed. This can’t be undone."
      {...(dropsTable && { typedName: nameOfFile(source) })}
      confirmLabel="Delete file"
      loading={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(dropsTable, { onSettled: onClose })}
    >
      {source.has_table && (
        <Toggle
          label="Delete the table too"
          description="Otherwise the table and its rows are kept."
        >
          {(control) => <Switch {...control} checked={chosen} onCheckedChange={setChosen} />}
        </Toggle>
      )}
      {dropsTable && source.views.length > 0 && <Dependents names={source.views} />}
    </ConfirmDialog>
  )
}
