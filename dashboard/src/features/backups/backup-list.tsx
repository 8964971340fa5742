import type { Backup, ProjectBackups } from '@stoa/contract/platform/backups'
import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { useState } from 'react'
import { RemovalDialog } from '../../components/removal-dialog.tsx'
import { useDeleteBackup, useVerifyBackup } from '../../data/resources/platform/backups.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { BackupTable, type BackupAction } from './backup-table.tsx'
import { nameOfBackup } from './backup-words.ts'
import { choiceOf, type RestoreChoice } from './restore-choice.ts'

type BackupListProps = {
  project: ProjectDetail
  data: ProjectBackups
  allowed: ReadonlySet<BackupAction>
  onLook: (choice: RestoreChoice) => void
  onRestore: (choice: RestoreChoice) => void
  onClone: (choice: RestoreChoice) => void
}

/** The backups of a project, and what can be done with each. */
export function BackupList({
  project,
  data,
  allowed,
  onLook,
  onRestore,
  onClone,
}: BackupListProps) {
  const verify = useVerifyBackup(project.ref)
  const remove = useDeleteBackup(project.ref)
  const [deleted, setDeleted] = useState<Backup>()
  const act = (action: BackupAction, backup: Backup) => {
    if (action === 'look') return onLook(choiceOf(backup))
    if (action === 'restore') return onRestore(choiceOf(backup))
    if (action === 'clone') return onClone(choiceOf(backup))
    if (action === 'verify') return verify.mutate(backup.id)
    return setDeleted(backup)
  }
  if (data.backups.length === 0) return <NoBackups isEnabled={data.is_enabled} />
  return (
    <section aria-labelledby="backups-heading" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <h2 id="backups-heading" className="text-lg font-semibold">
          Backups
        </h2>
        <p className="text-muted">
          {`Scheduled once a day while the project is in use, and kept for ${data.retention_days} days.`}
        </p>
      </div>
      <BackupTable backups={data.backups} allowed={allowed} onAction={act} />
      <RemovalDialog
        action="Delete"
        noun="backup"
        item={deleted && { id: deleted.id, name: nameOfBackup(deleted) }}
        description="Moments that only this backup makes restorable can’t be restored afterwards. This can’t be undone."
        removal={remove}
        onClose={() => setDeleted(undefined)}
      />
    </section>
  )
}

const NoBackups = ({ isEnabled }: { isEnabled: boolean }) =>
  isEnabled ? (
    <EmptyState
      title="No backups yet"
      description="The first backup is taken a few minutes after the project starts. From then on, every moment can be restored."
    />
  ) : (
    <EmptyState
      title="Backups are off"
      description="This installation makes no backups. An operator can switch them on in the settings of the server."
    />
  )
