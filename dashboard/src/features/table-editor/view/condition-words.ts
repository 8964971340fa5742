import type { Column } from '@stoa/contract/services/meta/catalogue'
import { parsePeriod } from '@stoa/contract/services/meta/periods'
import type { Filter, FilterOperator } from '@stoa/contract/services/meta/rows'
import { dateKind } from '../../../components/result-grid/cell-type.ts'
import type { Conditions } from '../../../data/resources/services/meta/rows.ts'

const WORDS: Record<FilterOperator, string> = {
  eq: 'is',
  neq: 'is not',
  gt: 'over',
  gte: 'at least',
  lt: 'under',
  lte: 'at most',
  like: 'is like',
  ilike: 'is like',
  in: 'is one of',
  is: 'is',
  distinct: 'is not',
  not_in: 'is none of',
  not_like: 'is not like',
  not_ilike: 'is not like',
  contains: 'contains',
  has: 'has',
  during: '',
  before: 'before',
  after: 'after',
}

const TIME_WORDS: Partial<Record<FilterOperator, string>> = {
  gt: 'after',
  gte: 'from',
  lt: 'before',
  lte: 'until',
}

/** The rest of a sentence about a column, such as “over 100” or “in the last 7 days”. */
export function filterWords(
  { operator, value }: Pick<Filter, 'operator' | 'value'>,
  type: string | undefined,
): string {
  const isTime = type !== undefined && dateKind(type) !== undefined
  const words = (isTime ? TIME_WORDS[operator] : undefined) ?? WORDS[operator]
  if (operator === 'during' || operator === 'before' || operator === 'after')
    return periodWords(operator, value)
  const suffix = operator === 'ilike' || operator === 'not_ilike' ? ' in any case' : ''
  const orNull = operator === 'distinct' ? ' or is null' : ''
  return `${words} ${value === '' ? '""' : value}${suffix}${orNull}`
}

function periodWords(operator: 'during' | 'before' | 'after', value: string): string {
  const period = parsePeriod(value)
  if (period === undefined) return `${operator} ${value}`
  if (period.kind === 'calendar') {
    return operator === 'during' ? value : `${operator} ${value}`
  }
  const span = `${period.count} ${period.unit}${period.count === 1 ? '' : 's'}`
  if (operator === 'during') return `in the ${period.direction} ${span}`
  const isLast = period.direction === 'last'
  if (operator === 'before') return isLast ? `more than ${span} ago` : 'in the past'
  return isLast ? 'in the future' : `more than ${span} from now`
}

/** Conditions as a sentence: “status is paid and (total over 100 or vip is true)”. */
export function conditionWords(
  { filters, match }: Conditions,
  columns: readonly Pick<Column, 'name' | 'type'>[],
): string {
  const [outer, inner] = match === 'all' ? [' and ', ' or '] : [' or ', ' and ']
  const words = (filter: Filter) =>
    `${filter.column} ${filterWords(filter, columns.find(({ name }) => name === filter.column)?.type)}`
  return filters
    .map((item) => {
      if (!('filters' in item)) return words(item)
      const group = item.filters.map(words).join(inner)
      return filters.length === 1 ? group : `(${group})`
    })
    .join(outer)
}
