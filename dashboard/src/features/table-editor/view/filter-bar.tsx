import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Sort } from '@stoa/contract/services/meta/rows'
import { ListFilter, Plus } from 'lucide-react'
import { Suspense } from 'react'
import type { Conditions } from '../../../data/resources/services/meta/rows.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/overlays/popover.tsx'
import { FormPlaceholder } from './form-placeholder.tsx'
import { ConditionForm, FilterChips } from './lazy-sheets.ts'

type FilterBarProps = {
  columns: readonly Column[]
  conditions: Conditions
  sorts: readonly Sort[]
  /** The column of a new filter, set from elsewhere such as a column menu. */
  draftColumn: string | undefined
  /** The filter that the database refused, and why. */
  refused: { column: string; reason: string } | undefined
  onDraftColumn: (column: string | undefined) => void
  onConditions: (conditions: Conditions) => void
  onSorts: (sorts: Sort[]) => void
}

/** The filters and sorts of the visible rows, which read as a sentence. */
export function FilterBar({ columns, conditions, sorts, draftColumn, ...props }: FilterBarProps) {
  const { refused, onDraftColumn, onConditions, onSorts } = props
  const { filters, match } = conditions
  return (
    <div
      className={classNames(
        'flex min-w-0 flex-1 flex-wrap items-center gap-1.5',
        // On a narrow screen, the sentence has a line of its own.
        (filters.length > 0 || sorts.length > 0) && 'max-sm:order-last max-sm:basis-full',
      )}
    >
      {(filters.length > 0 || sorts.length > 0) && (
        <Suspense fallback={<span className="h-6" />}>
          <FilterChips
            columns={columns}
            conditions={conditions}
            sorts={sorts}
            refused={refused}
            onConditions={onConditions}
            onSorts={onSorts}
          />
        </Suspense>
      )}
      <Popover
        open={draftColumn !== undefined}
        onOpenChange={(open) => onDraftColumn(open ? (columns[0]?.name ?? '') : undefined)}
      >
        <PopoverTrigger asChild>
          <Button size="sm" variant="ghost">
            {filters.length === 0 ? (
              <ListFilter className="size-3.5" />
            ) : (
              <Plus className="size-3.5" />
            )}
            {filters.length === 0 ? 'Filter' : 'Add'}
          </Button>
        </PopoverTrigger>
        <PopoverContent className="w-80">
          {draftColumn !== undefined && (
            <Suspense fallback={<FormPlaceholder />}>
              <ConditionForm
                columns={columns}
                condition={{ column: draftColumn, operator: 'eq', value: '' }}
                onApply={(next) => {
                  onDraftColumn(undefined)
                  onConditions({ match, filters: [...filters, next] })
                }}
              />
            </Suspense>
          )}
        </PopoverContent>
      </Popover>
    </div>
  )
}
