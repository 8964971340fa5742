import type { Queue } from '@stoa/contract/services/queues/queues'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../lib/quantities.ts'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
import { formatAge } from './ages.ts'

type QueueTableProps = { projectRef: string; queues: readonly Queue[] }

export const kindOf = ({ is_unlogged }: Pick<Queue, 'is_unlogged'>) =>
  is_unlogged ? 'Unlogged' : 'Basic'

export function QueueTable({ projectRef, queues }: QueueTableProps) {
  return (
    <Table aria-label="Queues" className="table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          <TableHeader className="hidden w-28 sm:table-cell">Type</TableHeader>
          <TableHeader align="right" className="w-20 sm:w-28">
            Messages
          </TableHeader>
          <TableHeader align="right" className="w-20 sm:w-36">
            Oldest
          </TableHeader>
          <TableHeader align="right" className="hidden w-32 sm:table-cell">
            Total sent
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {queues.map((queue) => (
          <TableRow key={queue.name}>
            <TableCell>
              <Link
                to="/project/$ref/integrations/queues/$name"
                params={{ ref: projectRef, name: queue.name }}
                title={queue.name}
                className="block truncate font-mono text-accent-text hover:underline"
              >
                {queue.name}
              </Link>
            </TableCell>
            <TableCell className="hidden text-muted sm:table-cell">{kindOf(queue)}</TableCell>
            <TableCell align="right">{formatCount(queue.length)}</TableCell>
            <TableCell align="right">{formatAge(queue.oldest_age_seconds)}</TableCell>
            <TableCell align="right" className="hidden sm:table-cell">
              {formatCount(queue.total)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
