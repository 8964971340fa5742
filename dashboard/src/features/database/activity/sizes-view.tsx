import type { TableSize } from '@stoa/contract/services/meta/activity'
import { useState } from 'react'
import { RouteSearchField } from '../../../components/list/search-field.tsx'
import { Time } from '../../../components/time.tsx'
import {
  useTableSizes,
  type TableSizeSort,
} from '../../../data/resources/services/meta/activity.ts'
import { formatBytes, formatCount } from '../../../lib/quantities.ts'
import { Select } from '../../../ui/inputs/select.tsx'
import { ChangeDialog } from '../list/drop-dialog.tsx'
import { ObjectList, type ListColumn } from '../list/object-list.tsx'
import type { ViewProps } from './activity-search.ts'

const SORTS: readonly { value: TableSizeSort; label: string }[] = [
  { value: 'total_bytes', label: 'Largest first' },
  { value: 'dead_rows', label: 'Most dead rows first' },
  { value: 'estimated_rows', label: 'Most rows first' },
  { value: 'name', label: 'By name' },
]

const TEXTS = {
  vacuum: {
    label: 'Vacuum',
    title: (name: string) => `Vacuum ${name}?`,
    description:
      'Makes the space of dead rows reusable and updates the statistics. Reads and writes continue, but may be slower.',
    success: 'Table vacuumed',
  },
  analyze: {
    label: 'Analyze',
    title: (name: string) => `Analyze ${name}?`,
    description: 'Updates the statistics that the query planner uses.',
    success: 'Table analyzed',
  },
}

type Maintenance = keyof typeof TEXTS

/** Tables by size, with their dead rows and last maintenance. */
export function SizesView({ projectRef, search, onSearch, canWrite }: ViewProps) {
  const [chosen, setChosen] = useState<{ action: Maintenance; table: TableSize }>()
  const { sort = 'total_bytes', search: text = '' } = search
  const list = useTableSizes(projectRef, { search: text, sort })
  const actionOf = (action: Maintenance, table: TableSize) => ({
    label: TEXTS[action].label,
    onSelect: () => setChosen({ action, table }),
  })
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <Select
          aria-label="Order"
          className="w-full sm:w-48"
          value={sort}
          options={SORTS}
          onValueChange={(next) => onSearch({ ...search, sort: next })}
        />
        <RouteSearchField
          label="Search tables"
          value={text}
          onValueChange={(next) => onSearch({ ...search, search: next })}
        />
      </div>
      <ObjectList
        label="tables"
        list={{
          ...list,
          data: list.data && {
            pages: list.data.pages.map(({ items, total }) => ({
              items: items.map((item) => ({
                ...item,
                locked_by: item.can_maintain ? null : ('owner' as const),
              })),
              total,
            })),
          },
        }}
        search={text}
        columns={COLUMNS}
        detail={({ schema }) => schema}
        empty={{ title: 'No tables yet', description: 'Tables appear here with their sizes.' }}
        canChange={canWrite}
        actions={(table) => [actionOf('vacuum', table), actionOf('analyze', table)]}
      />
      {chosen && (
        <ChangeDialog
          projectRef={projectRef}
          title={TEXTS[chosen.action].title(chosen.table.name)}
          description={TEXTS[chosen.action].description}
          confirmLabel={TEXTS[chosen.action].label}
          variant="success"
          success={TEXTS[chosen.action].success}
          change={{
            kind: 'maintain_table',
            schema: chosen.table.schema,
            name: chosen.table.name,
            action: chosen.action,
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}

const numbers = { align: 'right', textClassName: 'tabular-nums' } as const

const COLUMNS: readonly ListColumn<TableSize>[] = [
  {
    header: 'Total',
    ...numbers,
    className: 'w-18 sm:w-20',
    cell: ({ total_bytes }) => formatBytes(total_bytes),
  },
  {
    header: 'Table',
    ...numbers,
    className: 'hidden w-20 md:table-cell',
    cell: ({ table_bytes }) => formatBytes(table_bytes),
  },
  {
    header: 'Indexes',
    ...numbers,
    className: 'hidden w-20 md:table-cell',
    cell: ({ index_bytes }) => formatBytes(index_bytes),
  },
  {
    header: 'Rows',
    ...numbers,
    className: 'hidden w-24 sm:table-cell',
    cell: ({ estimated_rows }) => formatCount(estimated_rows),
  },
  {
    header: 'Dead rows',
    ...numbers,
    className: 'w-24',
    cell: ({ dead_rows }) => formatCount(dead_rows),
  },
  {
    header: 'Vacuumed',
    className: 'hidden w-36 lg:table-cell',
    textClassName: 'truncate',
    cell: ({ last_vacuum }) => <LastRun date={last_vacuum} />,
  },
  {
    header: 'Analyzed',
    className: 'hidden w-36 lg:table-cell',
    textClassName: 'truncate',
    cell: ({ last_analyze }) => <LastRun date={last_analyze} />,
  },
]

const LastRun = ({ date }: { date: string | null }) =>
  date === null ? <span className="text-muted">Never</span> : <Time date={date} />
