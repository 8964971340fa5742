import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Filter, FilterOperator } from '@stoa/contract/services/meta/rows'
import { useId } from 'react'
import { useForm } from '../../../components/form/use-form.ts'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { dateKind } from '../../../components/result-grid/cell-type.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { filterProblem } from '../cells/cell-input.ts'
import { PeriodFields } from './period-fields.tsx'

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
  { value: 'distinct', label: 'is not', description: 'another value, or NULL' },
  { value: 'not_in', label: 'not in', description: 'none of a, b, "c, d"' },
  { value: 'not_like', label: 'not like', description: 'other than the pattern' },
  { value: 'not_ilike', label: 'not ilike', description: 'other than the pattern, any case' },
  { value: 'contains', label: 'contains', description: 'JSON, array or range' },
  { value: 'has', label: 'has', description: 'key of an object, element of an array' },
]

const PERIOD_OPERATORS: typeof OPERATORS = [
  { value: 'during', label: 'during', description: 'today, the last 7 days' },
  { value: 'before', label: 'before', description: 'this month, the last 7 days' },
  { value: 'after', label: 'after', description: 'today, this week' },
]
const isPeriodOperator = (operator: FilterOperator) =>
  PERIOD_OPERATORS.some(({ value }) => value === operator)

type ConditionFormProps = {
  columns: readonly Column[]
  condition: Filter
  /** Why the database refused the current condition. */
  refusal?: string | undefined
  /** “or” or “and” if another filter can be combined with this one. */
  combine?: string | undefined
  onCombine?: () => void
  onApply: (condition: Filter) => void
}

/** A form for one filter. A value that its column cannot have is refused here, with the reason. */
export function ConditionForm({ columns, condition, refusal, ...props }: ConditionFormProps) {
  const { combine, onCombine, onApply } = props
  const columnOf = (typed: Filter) => columns.find(({ name }) => name === typed.column)
  const { values, problems, isDirty, isSubmitted, change, state } = useForm({
    kind: 'step',
    values: condition,
    problemsOf(typed) {
      const column = columnOf(typed)
      return { value: column && filterProblem(column, typed) }
    },
    submit: onApply,
  })
  const { column, operator, value } = values
  const chosen = columnOf(values)
  const problem = problems.value ?? (isDirty || isSubmitted ? undefined : refusal)
  const problemId = useId()
  const kind = chosen && dateKind(chosen.type)
  const canBePeriod = kind === 'date' || kind === 'timestamp'
  /** The operator, with another value if it cannot have the present one. */
  const withOperator = (next: FilterOperator): Partial<Filter> => {
    const wasPeriod = isPeriodOperator(operator)
    if (isPeriodOperator(next)) return { operator: next, value: wasPeriod ? value : 'today' }
    const kept = wasPeriod ? '' : value
    return { operator: next, value: next === 'is' ? kept || 'null' : kept }
  }
  return (
    // Only the filter itself would be lost, so leaving does not ask.
    <Form {...state} isDirty={false} className="grid gap-2">
      {() => (
        <>
          <div className="grid grid-cols-[1fr_6rem] gap-2">
            <Select
              aria-label="Column"
              value={column}
              options={columns.map(({ name, type }) => ({
                value: name,
                label: name,
                description: type,
              }))}
              onValueChange={(next) =>
                // Only dates have periods, and not the same ones as times.
                change({ column: next, ...(isPeriodOperator(operator) && withOperator('eq')) })
              }
            />
            <Select
              aria-label="Operator"
              value={operator}
              options={canBePeriod ? [...OPERATORS, ...PERIOD_OPERATORS] : OPERATORS}
              onValueChange={(next) => change(withOperator(next))}
            />
          </div>
          {isPeriodOperator(operator) && (
            <PeriodFields
              value={value}
              isDate={kind === 'date'}
              onChange={(next) => change({ value: next })}
            />
          )}
          {operator === 'is' && (
            <Select
              aria-label="Value"
              value={value}
              options={['null', 'not null', 'true', 'false'].map((word) => ({
                value: word,
                label: word,
              }))}
              onValueChange={(next) => change({ value: next })}
            />
          )}
          {operator !== 'is' && !isPeriodOperator(operator) && (
            <Input
              aria-label="Value"
              aria-invalid={problem !== undefined}
              aria-describedby={problem === undefined ? undefined : problemId}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the value is what is missing
              autoFocus
              className="font-mono"
              placeholder={
                operator === 'in' || operator === 'not_in'
                  ? 'a, b, "c, d"'
                  : (chosen?.type ?? 'value')
              }
              value={value}
              onChange={(event) => change({ value: event.target.value })}
            />
          )}
          {problem !== undefined && (
            <p id={problemId} role="alert" className="text-xs break-words text-danger-text">
              {problem}
            </p>
          )}
          <div className="flex justify-end gap-2">
            {combine !== undefined && (
              <Button size="sm" variant="ghost" onClick={onCombine}>
                Add “{combine}” condition
              </Button>
            )}
            <SubmitButton state={state} size="sm">
              Apply
            </SubmitButton>
          </div>
        </>
      )}
    </Form>
  )
}
