import type { Filter } from '@stoa/contract/services/meta/rows'
import { QueryError } from '../../../components/query-error.tsx'
import { useRowReferences } from '../../../data/resources/services/meta/row-references.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { countWords, referenceTitle } from '../cells/reference-words.ts'
import type { RowKey } from '../session/row-key.ts'

type RelatedRowsProps = {
  projectRef: string
  tableId: number
  rowKey: RowKey
  onOpen: (tableId: number, filters: readonly Filter[]) => void
}

/** Links to the rows in other tables that refer to a row; nothing if no table does. */
export function RelatedRows({ projectRef, tableId, rowKey, onOpen }: RelatedRowsProps) {
  const found = useRowReferences(projectRef, tableId, rowKey)
  if (found.isError)
    return (
      <QueryError
        title="Could not load the related rows"
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    )
  const { references = [], has_more: hasMore = false } = found.data ?? {}
  if (references.length === 0) return null
  return (
    <section aria-label="Related rows" className="grid gap-2 border-b pb-4">
      <h3 className="text-xs font-medium">Related rows</h3>
      <div className="flex flex-wrap gap-1.5">
        {references.map((reference) => (
          <Button
            key={`${reference.table_id} ${reference.name}`}
            size="sm"
            className="max-w-full"
            disabled={reference.filters.length === 0 || reference.count?.value === 0}
            onClick={() => onOpen(reference.table_id, reference.filters)}
          >
            <span className="truncate">{referenceTitle(reference, references)}</span>
            {reference.count !== null && (
              <span className="text-muted tabular-nums">{countWords(reference.count)}</span>
            )}
          </Button>
        ))}
      </div>
      {hasMore && <p className="text-xs text-muted">Only the first 50 foreign keys are listed.</p>}
    </section>
  )
}
