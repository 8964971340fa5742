import type { MigrationSummary } from '@stoa/contract/services/meta/history'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { RouteSearchField } from '../../../components/list/search-field.tsx'
import { useMigrations } from '../../../data/resources/services/meta/history.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DatabasePage } from '../database-page.tsx'
import { listFilter, type ListPageProps } from '../list/list-search.ts'
import { ObjectList } from '../list/object-list.tsx'
import { ApplySheet } from './apply-sheet.tsx'
import { COLUMNS, listed, type ListedMigration } from './migration-columns.tsx'
import { DriftNotice } from './drift-notice.tsx'
import { MigrationSheet } from './migration-sheet.tsx'
import { RepairDialog } from './repair-dialog.tsx'
import { RevertDialog } from './revert-dialog.tsx'
import { SquashDialog } from './squash-dialog.tsx'
import { useExportAll, useExportOne } from './use-export.ts'

type Opened = { kind: 'view' | 'revert' | 'squash' | 'repair'; migration: MigrationSummary }

/** The changes to the definitions of the database, newest first. */
export function MigrationsPage({ projectRef, search, onSearch }: ListPageProps) {
  const [opened, setOpened] = useState<Opened>()
  const [isApplying, setIsApplying] = useState(false)
  const filter = listFilter(search)
  const list = useMigrations(projectRef, filter.search)
  const exportAll = useExportAll(projectRef)
  const exportOne = useExportOne(projectRef)
  const pages = list.data?.pages.map(listed)
  const all = pages?.flatMap(({ items }) => items.map(({ migration }) => migration)) ?? []
  const actions = ({ migration }: ListedMigration) => {
    const open = (kind: Opened['kind']) => () => setOpened({ kind, migration })
    const canRevert = migration.has_rollback && migration.reverted_by === null
    return [
      { label: 'View SQL', isReading: true as const, onSelect: open('view') },
      {
        label: 'Download file',
        isReading: true as const,
        onSelect: () => exportOne.mutate(migration),
      },
      ...(canRevert ? [{ label: 'Revert', onSelect: open('revert') }] : []),
      ...(filter.search === '' && migration !== all.at(-1)
        ? [{ label: 'Squash with earlier', onSelect: open('squash') }]
        : []),
      { label: 'Mark as reverted', variant: 'danger' as const, onSelect: open('repair') },
    ]
  }
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Migrations"
      description="Changes made in the dashboard, and migrations applied with the Supabase CLI. Roles and the SQL editor’s statements are not recorded."
      action={<Button onClick={() => setIsApplying(true)}>Apply a file</Button>}
    >
      {({ canWrite }) => (
        <>
          <DriftNotice projectRef={projectRef} canWrite={canWrite} />
          <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            <RouteSearchField
              label="Search migrations"
              value={search.search ?? ''}
              onValueChange={(text) => onSearch(text === '' ? {} : { search: text })}
            />
            {all.length > 0 && (
              <Button pending={exportAll.isPending} onClick={() => exportAll.mutate()}>
                <Download /> Download all
              </Button>
            )}
            <p className="text-xs text-muted">
              To add them to your local files, run <code>supabase migration fetch</code>.
            </p>
          </div>
          <ObjectList
            label="migrations"
            list={{ ...list, data: pages && { pages } }}
            search={filter.search}
            columns={COLUMNS}
            canChange={canWrite}
            detail={({ version }) => version}
            empty={{
              title: 'No migrations yet',
              description:
                'Create a table in the table editor, or run supabase db push, to see the change here.',
            }}
            actions={actions}
          />
          {opened && (
            <OpenedMigration
              projectRef={projectRef}
              opened={opened}
              canWrite={canWrite}
              all={all}
              onClose={() => setOpened(undefined)}
            />
          )}
          {isApplying && (
            <ApplySheet
              projectRef={projectRef}
              newest={all[0]?.version}
              onClose={() => setIsApplying(false)}
            />
          )}
        </>
      )}
    </DatabasePage>
  )
}

type OpenedMigrationProps = {
  projectRef: string
  opened: Opened
  canWrite: boolean
  all: readonly MigrationSummary[]
  onClose: () => void
}

function OpenedMigration({ opened, canWrite, all, ...props }: OpenedMigrationProps) {
  const { kind, migration } = opened
  switch (kind) {
    case 'view':
      return <MigrationSheet {...props} canWrite={canWrite} migration={migration} />
    case 'revert':
      return <RevertDialog {...props} migration={migration} />
    case 'repair':
      return <RepairDialog {...props} migration={migration} />
    case 'squash': {
      const place = all.findIndex(({ version }) => version === migration.version)
      return <SquashDialog {...props} migration={migration} earlier={all.slice(place + 1)} />
    }
  }
}
