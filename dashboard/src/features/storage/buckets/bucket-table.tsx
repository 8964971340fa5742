import type { CountedBucket } from '@stoa/contract/services/storage/members'
import { Link } from '@tanstack/react-router'
import type { RecordOrder } from '../../../components/list/record-columns.ts'
import {
  COVERING_ROW,
  RecordTable,
  type RecordAction,
  type RecordColumn,
} from '../../../components/list/record-table.tsx'
import { Time } from '../../../components/time.tsx'
import type { BucketSort } from '../../../data/resources/services/storage/buckets.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatBytes } from '../../../lib/quantities.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { PolicyCount } from '../policies/policy-count.tsx'
import { countText } from './bucket-dialogs.tsx'

export type BucketAction = 'edit' | 'empty' | 'delete'
export type BucketOrder = RecordOrder<BucketSort>

type BucketTableProps = {
  projectRef: string
  buckets: readonly CountedBucket[]
  order: BucketOrder
  onOrder: (order: BucketOrder) => void
  /** Absent for members who can only read. */
  onAction: ((action: BucketAction, bucket: CountedBucket) => void) | undefined
}

export const BucketTable = ({
  projectRef,
  buckets,
  order,
  onOrder,
  onAction,
}: BucketTableProps) => (
  <RecordTable
    label="Buckets"
    items={buckets}
    nameOf={({ id }) => id}
    columns={columnsFor(projectRef)}
    order={order}
    onOrder={onOrder}
    actions={onAction && ((bucket) => actionsFor(bucket, onAction))}
  />
)

const actionsFor = (
  bucket: CountedBucket,
  onAction: (action: BucketAction, bucket: CountedBucket) => void,
): readonly RecordAction[] => [
  { label: 'Edit', onSelect: () => onAction('edit', bucket) },
  {
    label: 'Empty bucket',
    disabled: bucket.object_count === 0,
    onSelect: () => onAction('empty', bucket),
  },
  { label: 'Delete bucket', variant: 'danger', onSelect: () => onAction('delete', bucket) },
]

const columnsFor = (projectRef: string): readonly RecordColumn<CountedBucket, BucketSort>[] => [
  {
    header: 'Name',
    sort: 'name',
    cell: ({ id }) => (
      <Link
        to="/project/$ref/storage/buckets/$bucket"
        params={{ ref: projectRef, bucket: id }}
        className={classNames('block truncate font-mono font-medium hover:underline', COVERING_ROW)}
        title={id}
      >
        {id}
      </Link>
    ),
  },
  {
    header: 'Access',
    className: 'w-20',
    cell: (bucket) =>
      bucket.public ? <Badge variant="warning">Public</Badge> : <Badge>Private</Badge>,
  },
  {
    header: 'Files',
    align: 'right',
    className: 'w-20',
    textClassName: 'tabular-nums',
    cell: ({ object_count: count }) => countText(count),
  },
  {
    header: 'Policies',
    className: 'hidden w-32 md:table-cell',
    cell: (bucket) => (
      <PolicyCount projectRef={projectRef} bucket={bucket} className="relative z-1 -mx-1.5" />
    ),
  },
  {
    header: 'Maximum size',
    align: 'right',
    className: 'hidden w-32 lg:table-cell',
    textClassName: 'text-muted tabular-nums',
    cell: ({ file_size_limit: limit }) => (limit ? formatBytes(limit) : 'Project limit'),
  },
  {
    header: 'Allowed types',
    className: 'hidden w-40 xl:table-cell',
    textClassName: 'truncate text-muted',
    cell: ({ allowed_mime_types: types }) => types?.join(', ') ?? 'All',
  },
  {
    header: 'Created',
    sort: 'created_at',
    className: 'hidden w-36 sm:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ created_at: date }) => <Time date={date} className="relative" />,
  },
]
