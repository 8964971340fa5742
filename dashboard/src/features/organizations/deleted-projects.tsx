import { useState } from 'react'
import type { DeletedProject } from '@stoa/contract/platform/deleted-projects'
import type { Organization } from '@stoa/contract/platform/organizations'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import {
  useDeletedProjects,
  useRemoveDeletedProject,
  useRestoreDeletedProject,
} from '../../data/resources/platform/deleted-projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

/** Deleted projects that can be restored; renders nothing if there are none. */
export function DeletedProjects({ organization }: { organization: Organization }) {
  const { slug } = organization
  const canDelete = organization.abilities.includes('project:delete')
  const { data: projects, error, refetch } = useDeletedProjects(slug, { enabled: canDelete })
  const restore = useRestoreDeletedProject(slug)
  const remove = useRemoveDeletedProject(slug)
  const [removing, setRemoving] = useState<DeletedProject>()
  if (!canDelete) return null
  const failure = error && (
    <QueryError
      error={error}
      title="Could not load the deleted projects"
      onRetry={() => void refetch()}
      className="mb-3"
    />
  )
  if (!projects || projects.length === 0) return failure
  return (
    <section className="mt-8">
      <h2 className="font-semibold">Deleted projects</h2>
      <p className="mb-2 text-sm text-muted">
        A deleted project keeps its data for seven days. It still occupies disk space until then.
      </p>
      {failure}
      <RecordTable
        label="Deleted projects"
        items={projects.map((project) => ({ ...project, id: project.ref }))}
        nameOf={({ name }) => name}
        columns={COLUMNS}
        actions={(project) => [
          { label: 'Delete now', variant: 'danger', onSelect: () => setRemoving(project) },
        ]}
        actionsClassName="w-28 sm:w-36"
        renderButtons={({ ref }) => (
          <Button
            size="sm"
            pending={restore.isPending && restore.variables === ref}
            onClick={() => restore.mutate(ref)}
          >
            Restore
          </Button>
        )}
      />
      <ConfirmDialog
        visible={removing !== undefined}
        size="md"
        variant="danger"
        title={`Delete the data of ${removing?.name ?? ''} now`}
        description="Its database, files, keys and backups are deleted. This can’t be undone."
        confirmLabel="Delete now"
        loading={remove.isPending}
        onCancel={() => setRemoving(undefined)}
        onConfirm={() =>
          removing && remove.mutate(removing.ref, { onSettled: () => setRemoving(undefined) })
        }
      />
    </section>
  )
}

const COLUMNS: readonly RecordColumn<DeletedProject & { id: string }>[] = [
  {
    header: 'Name',
    title: ({ name }) => name,
    cell: ({ name, ref, kept_until }) => (
      <>
        <div className="truncate font-medium">{name}</div>
        <div className="truncate text-xs text-muted">
          <code>{ref}</code>
        </div>
        <div data-slot="narrow-details" className="truncate text-xs text-muted sm:hidden">
          Data deleted <Time date={kept_until} />
        </div>
      </>
    ),
  },
  {
    header: 'Deleted',
    className: 'hidden w-36 md:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ deleted_at }) => <Time date={deleted_at} />,
  },
  {
    header: 'Data deleted',
    className: 'hidden w-36 sm:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ kept_until }) => <Time date={kept_until} />,
  },
]
