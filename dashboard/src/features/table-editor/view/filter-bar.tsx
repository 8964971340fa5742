import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Filter, FilterOperator, Sort } from '@stoa/contract/services/meta/rows'
import { ListFilter, Plus, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/overlays/popover.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { ConditionForm } from './lazy-sheets.ts'
import { areNullsFirst } from './view-state.ts'

const SIGNS: Record<FilterOperator, string> = {
  eq: '=',
  neq: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  like: 'like',
  ilike: 'ilike',
  in: 'in',
  is: 'is',
  distinct: 'is not',
  not_in: 'not in',
  not_like: 'not like',
  not_ilike: 'not ilike',
  contains: 'contains',
  has: 'has',
}

type FilterBarProps = {
  columns: readonly Column[]
  filters: readonly Filter[]
  sorts: readonly Sort[]
  /** The column of a new filter, set from elsewhere such as a column menu. */
  draftColumn: string | undefined
  /** The filter that the database refused, and why. */
  refused: { column: string; reason: string } | undefined
  onDraftColumn: (column: string | undefined) => void
  onFilters: (filters: Filter[]) => void
  onSorts: (sorts: Sort[]) => void
}

/** The filters and sorts of the visible rows, each of which can be removed. */
export function FilterBar({ columns, filters, sorts, draftColumn, ...props }: FilterBarProps) {
  const { refused, onDraftColumn, onFilters, onSorts } = props
  const [edited, setEdited] = useState<number | undefined>()
  const without = (index: number) => filters.filter((_, other) => other !== index)
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
      {filters.map((filter, index) => (
        <Chip
          // oxlint-disable-next-line react/no-array-index-key -- conditions have no name but their place
          key={index}
          label={`${filter.column} ${SIGNS[filter.operator]} ${filter.value === '' ? '""' : filter.value}`}
          removeLabel={`Remove the filter on ${filter.column}`}
          problem={refused?.column === filter.column ? refused.reason : undefined}
          isOpen={edited === index}
          onOpenChange={(open) => setEdited(open ? index : undefined)}
          onRemove={() => onFilters(without(index))}
        >
          <ConditionForm
            columns={columns}
            condition={filter}
            refusal={refused?.column === filter.column ? refused.reason : undefined}
            onApply={(next) => {
              setEdited(undefined)
              onFilters(filters.map((other, place) => (place === index ? next : other)))
            }}
          />
        </Chip>
      ))}
      {sorts.map((sort) => (
        <span
          key={sort.column}
          className="inline-flex h-6 items-center gap-1 rounded-md border bg-sunken pl-2 text-xs"
        >
          <span className="font-mono">{sort.column}</span>
          <button
            type="button"
            className="text-muted hover:text-text"
            onClick={() =>
              onSorts(
                sorts.map((other) =>
                  other === sort
                    ? { ...sort, ascending: !sort.ascending, nulls_first: areNullsFirst(sort) }
                    : other,
                ),
              )
            }
          >
            {sort.ascending ? 'ascending' : 'descending'}
          </button>
          <button
            type="button"
            className="text-muted hover:text-text"
            onClick={() =>
              onSorts(
                sorts.map((other) =>
                  other === sort ? { ...sort, nulls_first: !areNullsFirst(sort) } : other,
                ),
              )
            }
          >
            {areNullsFirst(sort) ? 'NULLs first' : 'NULLs last'}
          </button>
          <RemoveButton
            label={`Remove the sort by ${sort.column}`}
            onClick={() => onSorts(sorts.filter((other) => other !== sort))}
          />
        </span>
      ))}
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
                  onFilters([...filters, next])
                }}
              />
            </Suspense>
          )}
        </PopoverContent>
      </Popover>
    </div>
  )
}

/** The height of the form while its code loads. */
const FormPlaceholder = () => <div className="h-28" />

type ChipProps = {
  label: string
  removeLabel: string
  problem: string | undefined
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  onRemove: () => void
  children: React.ReactNode
}

function Chip({ label, problem, isOpen, onOpenChange, children, ...props }: ChipProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 max-w-72 items-center rounded-md text-xs',
        problem === undefined
          ? 'bg-accent-soft text-accent-text'
          : 'bg-danger-soft text-danger-text',
      )}
    >
      <Popover open={isOpen} onOpenChange={onOpenChange}>
        <PopoverTrigger
          title={problem}
          className="h-full min-w-0 truncate rounded-l-md pr-1 pl-2 font-mono"
        >
          {label}
          {problem !== undefined && <span className="sr-only">, not valid</span>}
        </PopoverTrigger>
        <PopoverContent className="w-80">
          <Suspense fallback={<FormPlaceholder />}>{isOpen && children}</Suspense>
        </PopoverContent>
      </Popover>
      <RemoveButton label={props.removeLabel} onClick={props.onRemove} />
    </span>
  )
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid h-6 w-5 place-items-center rounded-r-md opacity-70 hover:opacity-100"
    >
      <X className="size-3" />
    </button>
  )
}
