import type { CountedBucket } from '@stoa/contract/services/storage/members'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Time } from '../../../components/time.tsx'
import type { BucketSort, SortOrder } from '../../../data/resources/services/storage/buckets.ts'
import { formatBytes } from '../../../lib/quantities.ts'
import { ActionsMenu } from '../../../ui/menus/actions-menu.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../../ui/menus/dropdown-menu.tsx'
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/display/table.tsx'
import { PolicyCount } from '../policies/policy-count.tsx'
import { countText } from './bucket-dialogs.tsx'

export type BucketAction = 'edit' | 'empty' | 'delete'
export type BucketOrder = { sort: BucketSort; order: SortOrder }

type BucketTableProps = {
  projectRef: string
  buckets: readonly CountedBucket[]
  order: BucketOrder
  onOrder: (order: BucketOrder) => void
  /** Absent for members who can only read. */
  onAction: ((action: BucketAction, bucket: CountedBucket) => void) | undefined
}

export function BucketTable({ projectRef, buckets, order, onOrder, onAction }: BucketTableProps) {
  const header = (sort: BucketSort, label: string, className: string) => (
    <SortHeader {...{ sort, label, className, order, onOrder }} />
  )
  return (
    <Table aria-label="Buckets" className="table-fixed">
      <TableHead>
        <TableRow>
          {header('name', 'Name', '')}
          <TableHeader className="w-20">Access</TableHeader>
          <TableHeader align="right" className="w-20">
            Files
          </TableHeader>
          <TableHeader className="hidden w-32 md:table-cell">Policies</TableHeader>
          <TableHeader align="right" className="hidden w-32 lg:table-cell">
            Maximum size
          </TableHeader>
          <TableHeader className="hidden w-40 xl:table-cell">Allowed types</TableHeader>
          {header('created_at', 'Created', 'hidden w-36 sm:table-cell')}
          {onAction && <ActionsHeader className="w-12" />}
        </TableRow>
      </TableHead>
      <TableBody>
        {buckets.map((bucket) => (
          <TableRow key={bucket.id} className="group relative">
            <TableCell>
              <Link
                to="/project/$ref/storage/buckets/$bucket"
                params={{ ref: projectRef, bucket: bucket.id }}
                // The whole row is clickable.
                className="block truncate font-mono font-medium after:absolute after:inset-0 hover:underline"
                title={bucket.id}
              >
                {bucket.id}
              </Link>
            </TableCell>
            <TableCell>
              {bucket.public ? <Badge variant="warning">Public</Badge> : <Badge>Private</Badge>}
            </TableCell>
            <TableCell align="right" className="tabular-nums">
              {countText(bucket.object_count)}
            </TableCell>
            <TableCell className="hidden md:table-cell">
              <PolicyCount
                projectRef={projectRef}
                bucket={bucket}
                className="relative z-10 -mx-1.5"
              />
            </TableCell>
            <TableCell align="right" className="hidden text-muted tabular-nums lg:table-cell">
              {bucket.file_size_limit ? formatBytes(bucket.file_size_limit) : 'Project limit'}
            </TableCell>
            <TableCell className="hidden truncate text-muted xl:table-cell">
              {bucket.allowed_mime_types?.join(', ') ?? 'All'}
            </TableCell>
            <TableCell className="hidden whitespace-nowrap text-muted sm:table-cell">
              <Time date={bucket.created_at} className="relative" />
            </TableCell>
            {onAction && (
              <TableCell align="right" className="pr-1.5">
                <ActionsMenu subject={bucket.id} className="relative z-10">
                  <DropdownMenuItem onSelect={() => onAction('edit', bucket)}>
                    Edit
                  </DropdownMenuItem>
                  <DropdownMenuSeparator />
                  <DropdownMenuItem
                    disabled={bucket.object_count === 0}
                    onSelect={() => onAction('empty', bucket)}
                  >
                    Empty bucket
                  </DropdownMenuItem>
                  <DropdownMenuItem variant="danger" onSelect={() => onAction('delete', bucket)}>
                    Delete bucket
                  </DropdownMenuItem>
                </ActionsMenu>
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

type SortHeaderProps = {
  sort: BucketSort
  label: string
  className: string
  order: BucketOrder
  onOrder: (order: BucketOrder) => void
}

function SortHeader({ sort, label, className, order, onOrder }: SortHeaderProps) {
  const isSorted = order.sort === sort
  const isAscending = order.order === 'asc'
  const Arrow = isAscending ? ArrowUp : ArrowDown
  const direction = isAscending ? 'ascending' : 'descending'
  return (
    <TableHeader className={className} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className="inline-flex items-center gap-1 hover:text-text"
        onClick={() => onOrder({ sort, order: isSorted && isAscending ? 'desc' : 'asc' })}
      >
        {label}
        {isSorted && <Arrow className="size-3" />}
      </button>
    </TableHeader>
  )
}
