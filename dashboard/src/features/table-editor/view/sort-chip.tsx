import type { Sort } from '@stoa/contract/services/meta/rows'
import { RemoveButton } from './remove-button.tsx'
import { areNullsFirst } from './view-state.ts'

type SortChipProps = {
  sort: Sort
  onChange: (sort: Sort) => void
  onRemove: () => void
}

/** A sort with its direction and the position of NULLs, each of which a click reverses. */
export function SortChip({ sort, onChange, onRemove }: SortChipProps) {
  return (
    <span className="inline-flex h-6 items-center gap-1 rounded-md border bg-sunken pl-2 text-xs">
      <span className="font-mono">{sort.column}</span>
      <button
        type="button"
        className="text-muted hover:text-text"
        onClick={() =>
          onChange({ ...sort, ascending: !sort.ascending, nulls_first: areNullsFirst(sort) })
        }
      >
        {sort.ascending ? 'ascending' : 'descending'}
      </button>
      <button
        type="button"
        className="text-muted hover:text-text"
        onClick={() => onChange({ ...sort, nulls_first: !areNullsFirst(sort) })}
      >
        {areNullsFirst(sort) ? 'NULLs first' : 'NULLs last'}
      </button>
      <RemoveButton label={`Remove the sort by ${sort.column}`} onClick={onRemove} />
    </span>
  )
}
