import type { ProjectBackups } from '@stoa/contract/platform/backups'
import type { Look } from '@stoa/contract/platform/looks'
import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { useState } from 'react'
import { useOpenPanel } from '../../components/list/use-open-panel.ts'
import { ProjectPage } from '../../components/project-page.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useBackups } from '../../data/resources/platform/backups.ts'
import { useLook, useOpenLook } from '../../data/resources/platform/looks.ts'
import { useCan, useProject } from '../../data/resources/platform/projects.ts'
import { useOrganizations } from '../../data/resources/platform/organizations.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BackupList } from './backup-list.tsx'
import type { BackupAction } from './backup-table.tsx'
import { FilesSection } from './files-section.tsx'
import { DumpSection } from './dump-section.tsx'
import { MomentSection } from './moment-section.tsx'
import { periodsOf } from './moments.ts'
import { NewBackupDialog } from './new-backup-dialog.tsx'
import { NewProjectDialog } from './new-project-dialog.tsx'
import { momentOf, type RestoreChoice } from './restore-choice.ts'
import { LookNotice } from './past/look-notice.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { RestoredNotice, RestoreState } from './restore-notices.tsx'

type BackupsPageProps = {
  projectRef: string
  /** Called with the ref of a project that was created from a backup. */
  onCreated: (ref: string) => void
}

/** The backups of a project, and the restores that start from them. */
export function BackupsPage({ projectRef, onCreated }: BackupsPageProps) {
  const canCreate = useCan(projectRef)('backup:create')
  const { data: project } = useProject(projectRef)
  const { data } = useBackups(projectRef)
  const { panel, open, close } = useOpenPanel(['new'])
  const isRunning = project !== undefined && RUNNING.includes(project.status)
  const canBackUp = canCreate && isRunning && data?.is_enabled === true
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Backups"
      product="database"
      width="form"
      action={
        canBackUp && (
          <Button variant="primary" onClick={() => open('new')}>
            Back up now
          </Button>
        )
      }
      needs={['backup:read']}
      forbidden="This page lists the project’s backups."
    >
      {(project) => (
        <>
          {/* The backups are read again when a restore begins or ends. */}
          <Backups key={project.status} project={project} onCreated={onCreated} />
          {panel?.kind === 'new' && canBackUp && (
            <NewBackupDialog projectRef={projectRef} onClose={close} />
          )}
        </>
      )}
    </ProjectPage>
  )
}

type ContentProps = { project: ProjectDetail; onCreated: (ref: string) => void }

function Backups({ project, onCreated }: ContentProps) {
  const { data, error, refetch } = useBackups(project.ref)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <RestoreState project={project} />
      {error && (
        <QueryError
          error={error}
          title={`Could not ${data ? 'update' : 'load'} the backups`}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-64" />}
      {data && <Restorable project={project} data={data} onCreated={onCreated} />}
      {data && <FilesSection data={data} />}
      {data && <DumpSection project={project} />}
    </div>
  )
}

type RestorableProps = ContentProps & { data: ProjectBackups }

function Restorable({ project, data, onCreated }: RestorableProps) {
  const [restored, setRestored] = useState<RestoreChoice>()
  const [cloned, setCloned] = useState<RestoreChoice>()
  const { data: look } = useLook(project.ref)
  const openLook = useOpenLook(project.ref)
  const allowed = useAllowed(project, data, look)
  const lookAt = (choice: RestoreChoice | undefined) => choice && openLook.mutate(choice.target)
  return (
    <>
      {data.kept_state && project.status !== 'RESTORING' && (
        <RestoredNotice project={project} kept={data.kept_state} backups={data.backups} />
      )}
      {look && <LookNotice project={project} look={look} />}
      {data.is_enabled && data.is_on_same_disk && <SameDisk />}
      {data.is_enabled && data.backups.length > 0 && (
        <MomentSection
          periods={periodsOf(data.reach)}
          backups={data.backups}
          renderActions={(time) => (
            <>
              {allowed.has('look') && (
                <Button
                  disabled={time === undefined}
                  pending={openLook.isPending}
                  onClick={() => lookAt(momentOf(time))}
                >
                  Look at the data
                </Button>
              )}
              {allowed.has('restore') && (
                <Button disabled={time === undefined} onClick={() => setRestored(momentOf(time))}>
                  Restore this project
                </Button>
              )}
              {allowed.has('clone') && (
                <Button disabled={time === undefined} onClick={() => setCloned(momentOf(time))}>
                  Restore into a new project
                </Button>
              )}
            </>
          )}
        />
      )}
      <BackupList
        project={project}
        data={data}
        allowed={allowed}
        onLook={lookAt}
        onRestore={setRestored}
        onClone={setCloned}
      />
      <RestoreDialog project={project} choice={restored} onClose={() => setRestored(undefined)} />
      {cloned && (
        <NewProjectDialog
          project={project}
          choice={cloned}
          onCreated={({ ref }) => onCreated(ref)}
          onClose={() => setCloned(undefined)}
        />
      )}
    </>
  )
}

/**
 * A project is restored again only after the last restore is kept or undone, and shows one earlier
 * moment at a time.
 */
function useAllowed(
  project: ProjectDetail,
  data: ProjectBackups,
  look: Look | null | undefined,
): ReadonlySet<BackupAction> {
  const { data: organizations } = useOrganizations()
  const can = useCan(project.ref)
  const isIdle = IDLE.includes(project.status)
  const organization = organizations?.find(({ slug }) => slug === project.organization_slug)
  const canCreateProject = organization?.abilities.includes('project:create') ?? false
  const allowed = new Set<BackupAction>()
  const hasLook = look !== null && look?.phase !== 'ended'
  if (can('backup:create') && can('database:read') && !hasLook) allowed.add('look')
  if (can('backup:restore') && isIdle && !data.kept_state) allowed.add('restore')
  if (can('backup:restore') && canCreateProject) allowed.add('clone')
  if (can('backup:create')) allowed.add('verify')
  if (can('backup:restore')) allowed.add('delete')
  return allowed
}

/** The states in which a project can be backed up, and those from which it can be restored. */
const RUNNING: readonly ProjectDetail['status'][] = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY']
const IDLE: readonly ProjectDetail['status'][] = [...RUNNING, 'INACTIVE', 'RESTORE_FAILED']

const SameDisk = () => (
  <Callout type="caution" title="Backups are on the same disk as the projects">
    They don’t survive the loss of this disk. An operator can set STOA_BACKUPS to a folder on
    another disk or to an S3 bucket.
  </Callout>
)
