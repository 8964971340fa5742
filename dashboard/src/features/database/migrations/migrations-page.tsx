import type { MigrationSummary } from '@stoa/contract/services/meta/history'
import { useState } from 'react'
import { RouteSearchField } from '../../../components/list/search-field.tsx'
import { HighlightedCode } from '../../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../../components/highlight/use-highlight.ts'
import { QueryError } from '../../../components/query-error.tsx'
import { Time } from '../../../components/time.tsx'
import { useMigration, useMigrations } from '../../../data/resources/services/meta/objects.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Sheet, SheetBody } from '../../../ui/overlays/sheet.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { DatabasePage } from '../database-page.tsx'
import { listFilter, type ListPageProps } from '../list/list-search.ts'
import { ObjectList, type ListColumn } from '../list/object-list.tsx'
import { appliedAt, scriptOf } from './migration-text.ts'

/** The changes to the definitions of the database, newest first. */
export function MigrationsPage({ projectRef, search, onSearch }: ListPageProps) {
  const [chosen, setChosen] = useState<MigrationSummary>()
  const filter = listFilter(search)
  const list = useMigrations(projectRef, filter.search)
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Migrations"
      description="Changes made in the dashboard, and migrations applied with the Supabase CLI. Roles and the SQL editor’s statements are not recorded."
    >
      {() => (
        <>
          <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            <RouteSearchField
              label="Search migrations"
              value={search.search ?? ''}
              onValueChange={(text) => onSearch(text === '' ? {} : { search: text })}
            />
            <p className="text-xs text-muted">
              To add them to your local files, run <code>supabase migration fetch</code>.
            </p>
          </div>
          <ObjectList
            label="migrations"
            list={{ ...list, data: list.data && { pages: list.data.pages.map(listed) } }}
            search={filter.search}
            columns={COLUMNS}
            detail={({ version }) => version}
            empty={{
              title: 'No migrations yet',
              description:
                'Create a table in the table editor, or run supabase db push, to see the change here.',
            }}
            actions={({ migration }) => [
              { label: 'View SQL', isReading: true, onSelect: () => setChosen(migration) },
            ]}
          />
          {chosen && (
            <MigrationSheet
              projectRef={projectRef}
              migration={chosen}
              onClose={() => setChosen(undefined)}
            />
          )}
        </>
      )}
    </DatabasePage>
  )
}

type Listed = MigrationSummary & {
  id: string
  name: string
  locked_by: null
  migration: MigrationSummary
}

const listed = (page: { items: readonly MigrationSummary[]; total: number }) => ({
  ...page,
  items: page.items.map((migration): Listed => ({
    ...migration,
    id: migration.version,
    name: migration.name ?? migration.version,
    locked_by: null,
    migration,
  })),
})

const COLUMNS: readonly ListColumn<Listed>[] = [
  {
    header: 'Applied',
    className: 'hidden w-44 sm:table-cell',
    textClassName: 'truncate',
    cell: ({ version }) => <Applied version={version} />,
  },
  {
    header: 'Author',
    className: 'hidden w-56 sm:table-cell',
    textClassName: 'truncate',
    cell: ({ created_by: author }) => author ?? <span className="text-muted">Not recorded</span>,
  },
  {
    header: 'Statements',
    align: 'right',
    className: 'hidden w-24 sm:table-cell',
    textClassName: 'tabular-nums',
    cell: ({ statements }) => formatCount(statements),
  },
]

function Applied({ version }: { version: string }) {
  const date = appliedAt(version)
  return date === undefined ? <span className="text-muted">Unknown</span> : <Time date={date} />
}

type MigrationSheetProps = {
  projectRef: string
  migration: MigrationSummary
  onClose: () => void
}

function MigrationSheet({ projectRef, migration, onClose }: MigrationSheetProps) {
  const { data, error, refetch } = useMigration(projectRef, migration.version)
  const highlight = useHighlight()
  const code = data && scriptOf(data.statements)
  const rollback = data?.rollback && scriptOf(data.rollback)
  return (
    <Sheet
      open
      size="lg"
      title={<span className="font-mono">{migration.name ?? migration.version}</span>}
      description={`Version ${migration.version}`}
      onClose={onClose}
    >
      <SheetBody>
        {error && (
          <QueryError
            error={error}
            title="Could not load the migration"
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-40" />}
        {code === '' && <p className="text-muted">The SQL of this migration was not recorded.</p>}
        {code !== undefined && code !== '' && (
          <CodeBlock
            label="SQL"
            code={code}
            shown={<HighlightedCode code={code} language="sql" highlight={highlight} />}
            wrap
          />
        )}
        {rollback !== undefined && rollback !== null && (
          <section className="mt-5 grid gap-2">
            <h3 className="text-sm font-medium">Rollback</h3>
            <CodeBlock
              label="rollback SQL"
              code={rollback}
              shown={<HighlightedCode code={rollback} language="sql" highlight={highlight} />}
              wrap
            />
          </section>
        )}
      </SheetBody>
    </Sheet>
  )
}
