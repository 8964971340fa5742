import type { Queue } from '@stoa/contract/services/queues/queues'
import { Link } from '@tanstack/react-router'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { formatCount } from '../../lib/quantities.ts'
import { formatAge } from './ages.ts'

type QueueTableProps = { projectRef: string; queues: readonly Queue[] }

export const kindOf = ({ is_unlogged }: Pick<Queue, 'is_unlogged'>) =>
  is_unlogged ? 'Unlogged' : 'Basic'

export function QueueTable({ projectRef, queues }: QueueTableProps) {
  return (
    <RecordTable
      label="Queues"
      items={queues.map((queue) => ({ ...queue, id: queue.name }))}
      nameOf={({ name }) => name}
      columns={columnsOf(projectRef)}
    />
  )
}

const columnsOf = (projectRef: string): readonly RecordColumn<Queue>[] => [
  {
    header: 'Name',
    cell: ({ name }) => (
      <Link
        to="/project/$ref/integrations/queues/$name"
        params={{ ref: projectRef, name }}
        title={name}
        className="block truncate font-mono text-accent-text hover:underline"
      >
        {name}
      </Link>
    ),
  },
  {
    header: 'Type',
    className: 'hidden w-28 sm:table-cell',
    textClassName: 'text-muted',
    cell: kindOf,
  },
  {
    header: 'Messages',
    align: 'right',
    className: 'w-20 sm:w-28',
    cell: ({ length }) => formatCount(length),
  },
  {
    header: 'Oldest',
    align: 'right',
    className: 'w-20 sm:w-36',
    cell: ({ oldest_age_seconds }) => formatAge(oldest_age_seconds),
  },
  {
    header: 'Total sent',
    align: 'right',
    className: 'hidden w-32 sm:table-cell',
    cell: ({ total }) => formatCount(total),
  },
]
