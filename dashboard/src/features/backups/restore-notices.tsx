import type { Backup, KeptState } from '@stoa/contract/platform/backups'
import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { useState } from 'react'
import { CancelRestore } from '../../components/cancel-restore.tsx'
import { useConfirmRestore, useEndRestore } from '../../data/resources/platform/backups.ts'
import { useProjectTransition } from '../../data/resources/platform/projects.ts'
import { formatMoment } from '../../lib/dates.ts'
import { formatBytes } from '../../lib/quantities.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { nameOfBackup } from './backup-words.ts'
import { formatSecond } from './moments.ts'

/** A restore that is running or that has failed. Shows nothing in other states of the project. */
export function RestoreState({ project }: { project: ProjectDetail }) {
  if (project.status === 'RESTORING')
    return (
      <Callout
        title="The project is being restored"
        action={project.abilities.includes('backup:restore') && <CancelRestore project={project} />}
      >
        The API and the database are unavailable until the restore is complete.
      </Callout>
    )
  if (project.status === 'RESTORE_FAILED') return <FailedRestore project={project} />
  return null
}

/** After the installation was lost: there is no data from before. */
const NOT_RECOVERED = 'project_not_recovered'

function FailedRestore({ project }: { project: ProjectDetail }) {
  const retry = useProjectTransition(project.ref, 'retry')
  const { failure } = project
  return (
    <Callout
      type="danger"
      title="The restore failed"
      action={
        project.abilities.includes('project:pause') &&
        failure?.code !== NOT_RECOVERED && (
          <Button pending={retry.isPending} onClick={() => retry.mutate()}>
            Start project
          </Button>
        )
      }
    >
      {failure?.code !== NOT_RECOVERED && (
        <p>The data from before the restore is in place. Start the project to use it.</p>
      )}
      {failure && (
        <ErrorState
          message={failure.message}
          hint={failure.hint}
          details={`code: ${failure.code}\nat: ${failure.failed_at}`}
          className="mt-2 border-0 bg-transparent p-0"
        />
      )}
    </Callout>
  )
}

type RestoredNoticeProps = {
  project: ProjectDetail
  kept: KeptState
  backups: readonly Backup[]
}

/** Says what the project was restored to, and lets a member undo that or keep it. */
export function RestoredNotice({ project, kept, backups }: RestoredNoticeProps) {
  const [asked, setAsked] = useState<'undo' | 'confirm'>()
  const undo = useEndRestore(project.ref, 'undo')
  const confirm = useConfirmRestore(project.ref)
  const done = { onSettled: () => setAsked(undefined) }
  return (
    <>
      <Callout
        title={`Restored to ${targetText(kept, backups)}`}
        action={
          project.abilities.includes('backup:restore') && (
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => setAsked('undo')}>Undo restore</Button>
              <Button onClick={() => setAsked('confirm')}>Keep restored state</Button>
            </div>
          )
        }
      >
        {`The state before the restore (${formatBytes(kept.size_bytes)}) is kept until ${formatMoment(kept.kept_until)}, then it is deleted.`}
      </Callout>
      <ConfirmDialog
        visible={asked === 'undo'}
        variant="danger"
        size="md"
        title="Undo the restore"
        description={`${project.name} goes back to its state before the restore. Everything that was written since ${formatMoment(kept.restored_at)} is deleted.`}
        confirmLabel="Undo restore"
        loading={undo.isPending}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => undo.mutate(undefined, done)}
      />
      <ConfirmDialog
        visible={asked === 'confirm'}
        variant="danger"
        size="md"
        title="Keep the restored state"
        description="The state before the restore is deleted now, so the restore can’t be undone anymore."
        confirmLabel="Keep restored state"
        loading={confirm.isPending}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => confirm.mutate(undefined, done)}
      />
    </>
  )
}

function targetText({ target }: KeptState, backups: readonly Backup[]): string {
  if (target.kind === 'time') return formatSecond(Date.parse(target.at))
  const backup = backups.find(({ id }) => id === target.id)
  if (!backup) return 'a backup'
  return `“${nameOfBackup(backup)}” of ${formatMoment(backup.completed_at ?? backup.started_at)}`
}
