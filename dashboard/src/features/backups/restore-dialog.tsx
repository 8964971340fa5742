import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { useRestoreProject } from '../../data/resources/platform/backups.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { RestoreChoice } from './restore-choice.ts'

type RestoreDialogProps = {
  project: ProjectDetail
  /** The dialog is open while this is set. */
  choice: RestoreChoice | undefined
  onClose: () => void
}

/** Asks before the project goes back to an earlier moment. */
export function RestoreDialog({ project, choice, onClose }: RestoreDialogProps) {
  const restore = useRestoreProject(project.ref)
  return (
    <ConfirmDialog
      visible={choice !== undefined}
      variant="danger"
      size="md"
      title={`Restore ${project.name}`}
      description={`The database goes back to ${choice?.label ?? ''}.`}
      confirmLabel="Restore this project"
      typedName={project.name}
      loading={restore.isPending}
      onCancel={onClose}
      onConfirm={() => choice && restore.mutate(choice.target, { onSettled: onClose })}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-pretty">
        <li>The API and the database are unavailable until the restore is complete.</li>
        <li>Everything that was written after this moment disappears from the database.</li>
        <li>The current state is kept for 7 days, so you can undo the restore.</li>
        <li>Stored files and edge functions stay as they are now.</li>
      </ul>
    </ConfirmDialog>
  )
}
