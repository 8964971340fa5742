import type { MigrationSummary } from '@stoa/contract/services/meta/history'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { RouteSearchField } from '../../../components/list/search-field.tsx'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
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

type OpenDialog = { kind: 'revert' | 'squash' | 'repair'; migration: MigrationSummary }

/** The changes to the definitions of the database, newest first. */
export function MigrationsPage({ projectRef, search, onSearch }: ListPageProps) {
  const [asked, setAsked] = useState<OpenDialog>()
  const filter = listFilter(search)
  const list = useMigrations(projectRef, filter.search)
  const exportAll = useExportAll(projectRef)
  const exportOne = useExportOne(projectRef)
  const pages = list.data?.pages.map(listed)
  const { panel, open, close } = useRecordPanel({
    alone: ['apply'],
    kinds: ['view'],
    items: pages?.flatMap(({ items }) => items),
  })
  const all = pages?.flatMap(({ items }) => items.map(({ migration }) => migration)) ?? []
  const actions = (item: ListedMigration) => {
    const { migration } = item
    const ask = (kind: OpenDialog['kind']) => () => setAsked({ kind, migration })
    const canRevert = migration.has_rollback && migration.reverted_by === null
    return [
      { label: 'View SQL', isReading: true as const, onSelect: () => open('view', item) },
      {
        label: 'Download file',
        isReading: true as const,
        onSelect: () => exportOne.mutate(migration),
      },
      ...(canRevert ? [{ label: 'Revert', onSelect: ask('revert') }] : []),
      ...(filter.search === '' && migration !== all.at(-1)
        ? [{ label: 'Squash with earlier', onSelect: ask('squash') }]
        : []),
      { label: 'Mark as reverted', variant: 'danger' as const, onSelect: ask('repair') },
    ]
  }
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Migrations"
      description="Changes made in the dashboard, and migrations applied with the Supabase CLI. Roles and the SQL editor’s statements are not recorded."
      action={<Button onClick={() => open('apply')}>Apply a file</Button>}
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
          {panel?.kind === 'view' && (
            <MigrationSheet
              projectRef={projectRef}
              canWrite={canWrite}
              migration={panel.item.migration}
              onClose={close}
            />
          )}
          {canWrite && panel?.kind === 'apply' && (
            <ApplySheet projectRef={projectRef} newest={all[0]?.version} onClose={close} />
          )}
          {asked && (
            <MigrationDialog
              projectRef={projectRef}
              asked={asked}
              all={all}
              onClose={() => setAsked(undefined)}
            />
          )}
        </>
      )}
    </DatabasePage>
  )
}

type MigrationDialogProps = {
  projectRef: string
  asked: OpenDialog
  all: readonly MigrationSummary[]
  onClose: () => void
}

function MigrationDialog({ asked, all, ...props }: MigrationDialogProps) {
  const { kind, migration } = asked
  switch (kind) {
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
