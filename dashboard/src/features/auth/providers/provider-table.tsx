import type { ReactNode } from 'react'
import { RecordTable, type RecordColumn } from '../../../components/list/record-table.tsx'
import { Badge } from '../../../ui/display/badge.tsx'

export type ProviderRow = {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly detail: ReactNode
  readonly isEnabled: boolean
}

type ProviderTableProps = {
  label: string
  detailTitle: string
  rows: readonly ProviderRow[]
  canWrite: boolean
  onEdit: (id: string) => void
  onDelete: (id: string) => void
}

/** The providers that a project has added, of one kind. */
export function ProviderTable({
  label,
  detailTitle,
  rows,
  canWrite,
  onEdit,
  onDelete,
}: ProviderTableProps) {
  return (
    <RecordTable
      label={label}
      items={rows}
      nameOf={({ name }) => name}
      columns={columnsOf(detailTitle)}
      {...(canWrite && {
        actions: ({ id }: ProviderRow) => [
          { label: 'Edit', onSelect: () => onEdit(id) },
          { label: 'Delete provider', variant: 'danger' as const, onSelect: () => onDelete(id) },
        ],
      })}
    />
  )
}

const columnsOf = (detailTitle: string): readonly RecordColumn<ProviderRow>[] => [
  {
    header: 'Name',
    cell: ({ name, about }) => (
      <>
        <div className="truncate font-medium" title={name}>
          {name}
        </div>
        <div className="truncate text-muted" title={about}>
          {about}
        </div>
      </>
    ),
  },
  {
    header: detailTitle,
    className: 'hidden sm:table-cell',
    textClassName: 'truncate text-muted',
    cell: ({ detail }) => detail,
  },
  {
    header: 'Status',
    className: 'w-24',
    cell: ({ isEnabled }) =>
      isEnabled ? <Badge variant="success">Enabled</Badge> : <Badge>Disabled</Badge>,
  },
]
