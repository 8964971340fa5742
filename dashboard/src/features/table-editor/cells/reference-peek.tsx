import type { ForeignKey } from '@stoa/contract/services/meta/catalogue'
import type { Filter } from '@stoa/contract/services/meta/rows'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CellText } from '../../../components/result-grid/cell-text.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { useImpersonation } from '../../../data/local/impersonation.ts'
import { useRows } from '../../../data/resources/services/meta/rows.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Popover, PopoverAnchor, PopoverContent } from '../../../ui/overlays/popover.tsx'

export type PeekedReference = {
  readonly reference: ForeignKey
  /** The filters that find the referenced row. */
  readonly filters: readonly Filter[]
  /** The cell that refers to it. */
  readonly anchor: Element
}

type ReferencePeekProps = {
  projectRef: string
  peeked: PeekedReference
  onOpen: () => void
  onClose: () => void
}

/** The referenced row beside the cell that refers to it. */
export function ReferencePeek({ projectRef, peeked, onOpen, onClose }: ReferencePeekProps) {
  const { reference, filters, anchor } = peeked
  const anchorRef = useMemo(() => ({ current: anchor }), [anchor])
  return (
    <Popover open onOpenChange={(open) => !open && onClose()}>
      <PopoverAnchor virtualRef={anchorRef} />
      <PopoverContent
        className="w-80 p-0"
        aria-label={`Referenced row of ${reference.target_table}`}
      >
        <header className="flex items-center gap-2 border-b px-3 py-2">
          <span className="min-w-0 truncate text-xs font-medium">
            {reference.target_schema !== 'public' && (
              <span className="text-muted">{reference.target_schema}.</span>
            )}
            {reference.target_table}
          </span>
          <Button size="sm" className="ml-auto shrink-0" onClick={onOpen}>
            Open in table
          </Button>
        </header>
        <ReferencedRow projectRef={projectRef} reference={reference} filters={filters} />
      </PopoverContent>
    </Popover>
  )
}

function ReferencedRow({
  projectRef,
  reference,
  filters,
}: Pick<ReferencePeekProps, 'projectRef'> & Omit<PeekedReference, 'anchor'>) {
  const { list } = useRows(projectRef, reference.target_id)
  const [impersonation] = useImpersonation(projectRef)
  const found = useQuery({
    queryKey: ['peek', projectRef, reference.target_id, filters, impersonation ?? null],
    queryFn: ({ signal }) =>
      list({ filters, match: 'all', sorts: [], limit: 1, offset: 0, signal }),
    gcTime: 0,
    retry: false,
  })
  if (found.isError)
    return (
      <div className="p-3">
        <QueryError
          title="Could not load the row"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      </div>
    )
  if (found.data === undefined)
    return (
      <div className="grid gap-2 p-3" aria-busy="true">
        <Skeleton className="h-3 w-40" />
        <Skeleton className="h-3 w-56" />
        <Skeleton className="h-3 w-32" />
      </div>
    )
  const [row] = found.data.rows
  if (row === undefined)
    return <p className="p-3 text-xs text-muted">No such row, or the role cannot see it.</p>
  return (
    <dl className="grid max-h-72 grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-1 overflow-y-auto p-3 text-xs">
      {found.data.columns.map((name, index) => (
        <div key={name} className="contents">
          <dt className="max-w-32 truncate text-muted" title={name}>
            {name}
          </dt>
          <dd className="line-clamp-3 min-w-0 font-mono wrap-anywhere">
            <CellText value={row.cells[index] ?? null} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
