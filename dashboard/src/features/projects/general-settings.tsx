import { ProjectName, type ProjectDetail } from '@stoa/contract/platform/projects'
import { DeleteSection } from '../../components/settings/delete-section.tsx'
import { NameForm } from '../../components/settings/name-form.tsx'
import { branchesBelow, useBranches } from '../../data/resources/platform/branches.ts'
import {
  useCan,
  useDeleteProject,
  useProject,
  useProjectTransition,
  useUpdateProject,
} from '../../data/resources/platform/projects.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { CloneDialog } from './clone-dialog.tsx'
import type { GeneralSearch } from './general-search.ts'
import { isUsable } from './project-states.ts'

type GeneralSettingsProps = {
  projectRef: string
  /** The open confirmation, which is part of the URL. */
  asked: GeneralSearch['ask']
  onAsk: (asked: GeneralSearch['ask']) => void
  /** Called after the project was deleted; opens its organization. */
  onDeleted: (organizationSlug: string) => Promise<void>
  /** Called with the new project; opens it. */
  onCloned: (project: ProjectDetail) => void
}

export function GeneralSettings({
  projectRef,
  onDeleted,
  onCloned,
  ...question
}: GeneralSettingsProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('General', 'Settings', project?.name)
  if (!project) return null
  return (
    <Page width="form">
      <PageHeader title="General" />
      <General
        project={project}
        canUpdate={can('project:update') && project.parent_project_ref === null}
      />
      {can('project:pause') && <Availability project={project} {...question} />}
      {can('project:create') && <Cloning project={project} onCloned={onCloned} {...question} />}
      {can('project:delete') && (
        <Deletion project={project} onDeleted={() => onDeleted(project.organization_slug)} />
      )}
    </Page>
  )
}

function General({ project, canUpdate }: { project: ProjectDetail; canUpdate: boolean }) {
  return (
    <NameForm
      key={project.ref}
      title="Project"
      saved={project.name}
      canUpdate={canUpdate}
      save={useUpdateProject(project.ref)}
      schema={ProjectName}
      summary={(name) => `Rename the project to “${name}”.`}
      failure="Failed to rename the project"
    >
      <Field label="Reference" description="Used in URLs and keys; can’t be changed.">
        {(control) => (
          <Input {...control} readOnly value={project.ref} className="font-mono text-xs" />
        )}
      </Field>
    </NameForm>
  )
}

type AvailabilityProps = { project: ProjectDetail } & Pick<GeneralSettingsProps, 'asked' | 'onAsk'>

function Availability({ project, asked, onAsk }: AvailabilityProps) {
  const pause = useProjectTransition(project.ref, 'pause')
  const restart = useProjectTransition(project.ref, 'restart')
  const resume = useProjectTransition(project.ref, 'resume')
  const canRun = isUsable(project.status)
  const done = { onSettled: () => onAsk(undefined) }
  return (
    <Section
      title="Availability"
      description="A paused project keeps its data, but its API and database are unavailable. Pausing or restarting closes open connections."
    >
      <div className="flex flex-wrap gap-2">
        <Button disabled={!canRun} onClick={() => onAsk('restart')}>
          Restart project
        </Button>
        {project.status === 'INACTIVE' ? (
          <Button variant="primary" pending={resume.isPending} onClick={() => resume.mutate()}>
            Resume project
          </Button>
        ) : (
          <Button disabled={!canRun} onClick={() => onAsk('pause')}>
            Pause project
          </Button>
        )}
      </div>
      <ConfirmDialog
        visible={asked === 'restart' && canRun}
        size="md"
        variant="warning"
        title={`Restart ${project.name}`}
        description="Open connections are closed. Requests wait until the database is back."
        confirmLabel="Restart project"
        loading={restart.isPending}
        onCancel={() => onAsk(undefined)}
        onConfirm={() => restart.mutate(undefined, done)}
      />
      <ConfirmDialog
        visible={asked === 'pause' && canRun}
        size="md"
        variant="warning"
        title={`Pause ${project.name}`}
        description="Data is kept. The API and database are unavailable until someone resumes the project."
        confirmLabel="Pause project"
        loading={pause.isPending}
        onCancel={() => onAsk(undefined)}
        onConfirm={() => pause.mutate(undefined, done)}
      />
    </Section>
  )
}

function Cloning({
  project,
  onCloned,
  asked,
  onAsk,
}: AvailabilityProps & Pick<GeneralSettingsProps, 'onCloned'>) {
  const canCopy = isUsable(project.status) || project.status === 'INACTIVE'
  return (
    <Section
      title="Clone"
      description="Creates an independent project with the data of this one, in this or another organization."
    >
      <div>
        <Button disabled={!canCopy} onClick={() => onAsk('clone')}>
          Clone project
        </Button>
      </div>
      {asked === 'clone' && canCopy && (
        <CloneDialog project={project} onCreated={onCloned} onClose={() => onAsk(undefined)} />
      )}
    </Section>
  )
}

type DeletionProps = { project: ProjectDetail; onDeleted: () => Promise<void> }

function Deletion({ project, onDeleted }: DeletionProps) {
  const { ref, abilities } = project
  const { data: branches = [] } = useBranches(abilities.includes('branch:read') ? ref : undefined)
  const own = branches.find(({ project_ref }) => project_ref === ref)
  const isBranch = own?.is_default === false
  const below = branchesBelow(branches, ref)
  const kept = [...(own ? [own] : []), ...below].filter(({ is_protected }) => is_protected)
  const names = below.map(({ name }) => name).join(', ')
  return (
    <DeleteSection
      kind={isBranch ? 'branch' : 'project'}
      name={project.name}
      description={
        isBranch
          ? 'Deletes the branch’s database, users, files and keys. This can’t be undone.'
          : 'Stops the project for good. Its data is kept for seven days, in which you can restore it on the organization’s page.'
      }
      consequences={[
        `The API, database and keys of ${project.name} stop working at once.`,
        isBranch
          ? 'Its tables, users and files are deleted. This can’t be undone.'
          : 'After seven days, all tables, users, files and backups are deleted.',
        ...(below.length > 0
          ? [`These branches are deleted as well and can’t be restored: ${names}.`]
          : []),
      ].join(' ')}
      obstacle={
        kept.length > 0
          ? `Remove the protection of ${kept.map(({ name }) => name).join(', ')} first.`
          : undefined
      }
      remove={useDeleteProject(project.ref, { leave: onDeleted })}
    />
  )
}
