import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Filter, FilterOperator, Sort } from '@stoa/contract/services/meta/rows'
import { ListFilter, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import { Select } from '../../ui/select.tsx'

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
}

const OPERATORS: readonly { value: FilterOperator; label: string; description: string }[] = [
  { value: 'eq', label: '=', description: 'equal to' },
  { value: 'neq', label: '≠', description: 'not equal to' },
  { value: 'gt', label: '>', description: 'greater than' },
  { value: 'gte', label: '≥', description: 'at least' },
  { value: 'lt', label: '<', description: 'less than' },
  { value: 'lte', label: '≤', description: 'at most' },
  { value: 'like', label: 'like', description: 'pattern, % for anything' },
  { value: 'ilike', label: 'ilike', description: 'pattern, any case' },
  { value: 'in', label: 'in', description: 'one of a, b, "c, d"' },
  { value: 'is', label: 'is', description: 'null, not null, true, false' },
]

type FilterBarProps = {
  columns: readonly Column[]
  filters: readonly Filter[]
  sorts: readonly Sort[]
  /** The column of a new filter, set from elsewhere such as a column menu. */
  draftColumn: string | undefined
  onDraftColumn: (column: string | undefined) => void
  onFilters: (filters: Filter[]) => void
  onSorts: (sorts: Sort[]) => void
}

/** The filters and sorts of the visible rows, each of which can be removed. */
export function FilterBar({ columns, filters, sorts, draftColumn, ...props }: FilterBarProps) {
  const { onDraftColumn, onFilters, onSorts } = props
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
          isOpen={edited === index}
          onOpenChange={(open) => setEdited(open ? index : undefined)}
          onRemove={() => onFilters(without(index))}
        >
          <ConditionForm
            columns={columns}
            condition={filter}
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
                  other === sort ? { ...sort, ascending: !sort.ascending } : other,
                ),
              )
            }
          >
            {sort.ascending ? 'ascending' : 'descending'}
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
            <ConditionForm
              columns={columns}
              condition={{ column: draftColumn, operator: 'eq', value: '' }}
              onApply={(next) => {
                onDraftColumn(undefined)
                onFilters([...filters, next])
              }}
            />
          )}
        </PopoverContent>
      </Popover>
    </div>
  )
}

type ChipProps = {
  label: string
  removeLabel: string
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  onRemove: () => void
  children: React.ReactNode
}

function Chip({ label, removeLabel, isOpen, onOpenChange, onRemove, children }: ChipProps) {
  return (
    <span className="inline-flex h-6 max-w-72 items-center rounded-md bg-accent-soft text-xs text-accent-text">
      <Popover open={isOpen} onOpenChange={onOpenChange}>
        <PopoverTrigger className="h-full min-w-0 truncate rounded-l-md pr-1 pl-2 font-mono">
          {label}
        </PopoverTrigger>
        <PopoverContent className="w-80">{isOpen && children}</PopoverContent>
      </Popover>
      <RemoveButton label={removeLabel} onClick={onRemove} />
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

type ConditionFormProps = {
  columns: readonly Column[]
  condition: Filter
  onApply: (condition: Filter) => void
}

function ConditionForm({ columns, condition, onApply }: ConditionFormProps) {
  const [column, setColumn] = useState(condition.column)
  const [operator, setOperator] = useState(condition.operator)
  const [value, setValue] = useState(condition.value)
  const chosen = columns.find(({ name }) => name === column)
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onApply({ column, operator, value })
      }}
    >
      <div className="grid grid-cols-[1fr_6rem] gap-2">
        <Select
          aria-label="Column"
          value={column}
          options={columns.map(({ name, type }) => ({
            value: name,
            label: name,
            description: type,
          }))}
          onValueChange={setColumn}
        />
        <Select
          aria-label="Operator"
          value={operator}
          options={OPERATORS}
          onValueChange={(next) => {
            setOperator(next)
            if (next === 'is' && value === '') setValue('null')
          }}
        />
      </div>
      {operator === 'is' ? (
        <Select
          aria-label="Value"
          value={value}
          options={['null', 'not null', 'true', 'false'].map((word) => ({
            value: word,
            label: word,
          }))}
          onValueChange={setValue}
        />
      ) : (
        <Input
          aria-label="Value"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the value is what is missing
          autoFocus
          className="font-mono"
          placeholder={operator === 'in' ? 'a, b, "c, d"' : (chosen?.type ?? 'value')}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      )}
      <div className="flex justify-end">
        <Button type="submit" size="sm" variant="primary">
          Apply
        </Button>
      </div>
    </form>
  )
}
