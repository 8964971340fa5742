import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Partition, TableFamily } from '@stoa/contract/services/meta/partitions'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { QueryError } from '../../../../components/query-error.tsx'
import { useTableFamily } from '../../../../data/resources/services/meta/partitions.ts'
import { formatBytes, formatCount } from '../../../../lib/quantities.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Badge } from '../../../../ui/display/badge.tsx'
import { ActionsMenu } from '../../../../ui/menus/actions-menu.tsx'
import { DropdownMenuItem } from '../../../../ui/menus/dropdown-menu.tsx'
import { DetachDialog } from './detach-dialog.tsx'
import { PartitionSheet } from './partition-sheet.tsx'

type FamilySectionProps = { projectRef: string; table: TableDetail; canChange: boolean }

/** The partitions of a table, and the tables that it inherits from or that inherit from it. */
export function FamilySection({ projectRef, table, canChange }: FamilySectionProps) {
  const { data, error, refetch } = useTableFamily(projectRef, table.id)
  if (error && !data)
    return (
      <QueryError
        title="Could not load the partitions"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return null
  return (
    <>
      {data.parents.length > 0 && <Parents projectRef={projectRef} parents={data.parents} />}
      {data.key !== null && (
        <Partitions
          projectRef={projectRef}
          table={table}
          canChange={canChange}
          family={{ ...data, key: data.key }}
        />
      )}
      {data.key === null && data.children.length > 0 && (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h2 className="text-sm font-medium">Tables that inherit from it</h2>
          <ul className="divide-y rounded-md border">
            {data.children.map((child) => (
              <PartitionItem key={child.id} projectRef={projectRef} partition={child} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Parents({ projectRef, parents }: { projectRef: string; parents: TableFamily['parents'] }) {
  const isPartition = parents.some(({ bounds }) => bounds !== null)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-sm font-medium">{isPartition ? 'Partition of' : 'Inherits from'}</h2>
      <ul className="divide-y rounded-md border">
        {parents.map((parent) => (
          <li key={parent.id} className="grid gap-1 p-3 text-xs">
            <TableLink projectRef={projectRef} table={parent} />
            {parent.bounds !== null && (
              <p className="font-mono wrap-anywhere text-muted">{parent.bounds}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type PartitionsProps = FamilySectionProps & {
  family: TableFamily & { key: NonNullable<TableFamily['key']> }
}

function Partitions({ projectRef, table, canChange, family }: PartitionsProps) {
  const [panel, setPanel] = useState<'add' | Partition>()
  const { key, children, child_count: count } = family
  const onClose = () => setPanel(undefined)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 className="min-w-0 text-sm font-medium">
          Partitions{' '}
          <span className="font-mono text-xs font-normal wrap-anywhere text-muted">
            {key.definition}
          </span>
        </h2>
        {canChange && (
          <Button size="sm" onClick={() => setPanel('add')}>
            <Plus className="size-3.5" /> Add partition
          </Button>
        )}
      </div>
      {children.length === 0 ? (
        <p className="rounded-md border px-3 py-2.5 text-xs text-muted">
          No partitions yet. Without one, the table can’t contain rows.
        </p>
      ) : (
        <ul aria-label="Partitions" className="divide-y rounded-md border">
          {children.map((child) => (
            <PartitionItem
              key={child.id}
              projectRef={projectRef}
              partition={child}
              onDetach={canChange ? () => setPanel(child) : undefined}
            />
          ))}
        </ul>
      )}
      {count > children.length && (
        <p className="text-xs text-muted">
          The first {formatCount(children.length)} of {formatCount(count)} partitions
        </p>
      )}
      {panel === 'add' && <PartitionSheet {...{ projectRef, table, family, onClose }} />}
      {panel !== undefined && panel !== 'add' && (
        <DetachDialog
          {...{ projectRef, table, onClose }}
          partition={panel}
          hasDefault={children.some(({ is_default: isDefault }) => isDefault)}
        />
      )}
    </section>
  )
}

type PartitionItemProps = {
  projectRef: string
  partition: Partition
  onDetach?: (() => void) | undefined
}

function PartitionItem({ projectRef, partition, onDetach }: PartitionItemProps) {
  const { bounds, is_detaching: isDetaching, size_bytes: size, estimated_rows: rows } = partition
  const facts = [
    rows !== null && `About ${formatCount(rows)} rows`,
    size !== null && formatBytes(size),
  ].filter((fact) => fact !== false)
  return (
    <li className="group flex items-start gap-2 p-3 text-xs">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <TableLink projectRef={projectRef} table={partition} />
          {isDetaching && <Badge variant="warning">Detaching was interrupted</Badge>}
        </p>
        {bounds !== null && <p className="font-mono wrap-anywhere text-muted">{bounds}</p>}
        {facts.length > 0 && <p className="text-muted tabular-nums">{facts.join(' · ')}</p>}
      </div>
      {onDetach && (
        <ActionsMenu subject={partition.name} isQuiet size="sm" className="px-1">
          <DropdownMenuItem onSelect={onDetach}>
            {isDetaching ? 'Finish detaching' : 'Detach partition'}
          </DropdownMenuItem>
        </ActionsMenu>
      )}
    </li>
  )
}

type TableLinkProps = { projectRef: string; table: { id: number; schema: string; name: string } }

function TableLink({ projectRef, table }: TableLinkProps) {
  return (
    <Link
      to="/project/$ref/editor/$id"
      params={{ ref: projectRef, id: String(table.id) }}
      className="font-mono wrap-anywhere hover:underline"
    >
      {table.schema}.{table.name}
    </Link>
  )
}
