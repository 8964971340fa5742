import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Filter } from '@stoa/contract/services/meta/rows'
import { classNames } from '../../../lib/class-names.ts'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/overlays/popover.tsx'
import { filterWords } from './condition-words.ts'
import { ConditionForm } from './condition-form.tsx'
import { RemoveButton } from './remove-button.tsx'

/** A filter that is edited, or the one that is added beside it. */
export type EditedFilter = 'filter' | 'added'

type FilterChipProps = {
  columns: readonly Column[]
  filter: Filter
  /** Why the database refused the filter. */
  problem: string | undefined
  edited: EditedFilter | undefined
  onEdited: (edited: EditedFilter | undefined) => void
  /** “or” or “and” if a filter can be combined with this one. */
  combine: string | undefined
  onChange: (filter: Filter) => void
  /** Combines this filter with another one. */
  onAdd: (added: Filter) => void
  onRemove: () => void
}

/** One filter in words. A click opens its form. */
export function FilterChip({ columns, filter, problem, edited, ...props }: FilterChipProps) {
  const { combine, onEdited } = props
  return (
    <span
      className={classNames(
        'inline-flex h-6 max-w-80 items-center rounded-md text-xs',
        problem === undefined
          ? 'bg-accent-soft text-accent-text'
          : 'bg-danger-soft text-danger-text',
      )}
    >
      <Popover
        open={edited !== undefined}
        onOpenChange={(open) => onEdited(open ? 'filter' : undefined)}
      >
        <PopoverTrigger title={problem} className="h-full min-w-0 truncate rounded-l-md pr-1 pl-2">
          <span className="font-mono">{filter.column}</span>{' '}
          {filterWords(filter, columns.find(({ name }) => name === filter.column)?.type)}
          {problem !== undefined && <span className="sr-only">, not valid</span>}
        </PopoverTrigger>
        <PopoverContent className="w-80">
          {edited === 'filter' && (
            <ConditionForm
              columns={columns}
              condition={filter}
              refusal={problem}
              combine={combine}
              onCombine={() => onEdited('added')}
              onApply={props.onChange}
            />
          )}
          {edited === 'added' && (
            <ConditionForm
              columns={columns}
              condition={{ column: filter.column, operator: 'eq', value: '' }}
              onApply={props.onAdd}
            />
          )}
        </PopoverContent>
      </Popover>
      <RemoveButton label={`Remove the filter on ${filter.column}`} onClick={props.onRemove} />
    </span>
  )
}
