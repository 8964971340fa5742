import type { MigrationSummary } from '@stoa/contract/services/meta/history'
import { Time } from '../../../components/time.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import type { ListColumn } from '../list/object-list.tsx'
import { appliedAt } from './migration-text.ts'
import { durationOf, originOf } from './migration-words.ts'

export type ListedMigration = {
  id: string
  name: string
  version: string
  locked_by: null
  migration: MigrationSummary
}

/** A page of migrations as the items of a list. */
export const listed = (page: { items: readonly MigrationSummary[]; total: number }) => ({
  ...page,
  items: page.items.map((migration): ListedMigration => ({
    id: migration.version,
    name: migration.name ?? migration.version,
    version: migration.version,
    locked_by: null,
    migration,
  })),
})

export const COLUMNS: readonly ListColumn<ListedMigration>[] = [
  {
    header: 'Applied',
    className: 'hidden w-36 sm:table-cell',
    textClassName: 'truncate',
    cell: ({ version }) => <Applied version={version} />,
  },
  {
    header: 'Author',
    className: 'hidden w-48 lg:table-cell',
    textClassName: 'truncate',
    title: ({ migration }) => migration.created_by ?? '',
    cell: ({ migration }) =>
      migration.created_by ?? <span className="text-muted">Not recorded</span>,
  },
  {
    header: 'Made with',
    className: 'hidden w-44 md:table-cell',
    textClassName: 'truncate',
    title: ({ migration }) => originOf(migration),
    cell: ({ migration }) => originOf(migration),
  },
  {
    header: 'Duration',
    align: 'right',
    className: 'hidden w-24 lg:table-cell',
    textClassName: 'tabular-nums',
    cell: ({ migration: { duration_ms: duration } }) =>
      duration === null ? <span className="text-muted">–</span> : durationOf(duration),
  },
  {
    header: 'Status',
    className: 'hidden w-28 sm:table-cell',
    cell: ({ migration }) => (migration.reverted_by === null ? 'Applied' : <Badge>Reverted</Badge>),
  },
]

function Applied({ version }: { version: string }) {
  const date = appliedAt(version)
  return date === undefined ? <span className="text-muted">Unknown</span> : <Time date={date} />
}
