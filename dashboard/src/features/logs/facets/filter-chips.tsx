import type { LogFilter } from '@stoa/contract/services/logs/logs'
import { X } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { withoutFilter } from '../url/log-filters.ts'
import { filterLabel } from '../words.ts'

type FilterChipsProps = {
  filters: readonly LogFilter[]
  onFilters: (filters: readonly LogFilter[]) => void
}

/** The filters in words, each with a button that removes it. */
export function FilterChips({ filters, onFilters }: FilterChipsProps) {
  if (filters.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-1.5">
      {filters.map((filter) => {
        const label = filterLabel(filter)
        return (
          <li key={label} className="max-w-full">
            <Button
              size="sm"
              className="max-w-full"
              aria-label={`Remove filter: ${label}`}
              onClick={() => onFilters(withoutFilter(filters, filter))}
            >
              <span className="truncate">{label}</span>
              <X className="size-3 shrink-0 text-muted" />
            </Button>
          </li>
        )
      })}
      {filters.length > 1 && (
        <li>
          <Button size="sm" variant="ghost" onClick={() => onFilters([])}>
            Clear all
          </Button>
        </li>
      )}
    </ul>
  )
}
