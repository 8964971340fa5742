import type { LogFilter } from '@stoa/contract/services/logs/logs'

/** The most filters, alternatives and characters that a request can have. */
const MAX_FILTERS = 20
const MAX_VALUES = 50
const MAX_VALUE_LENGTH = 500

const PART = /^([\w.]{1,200})(<>|>=|<=|!~|=|~)(.*)$/s
const OPERATORS: readonly LogFilter['operator'][] = ['=', '<>', '>=', '<=', '~', '!~']

/** The filters of such a text. Parts that are none are left out. */
export function parseFilters(text: string): readonly LogFilter[] {
  const filters: LogFilter[] = []
  for (const part of text.split(';').slice(0, MAX_FILTERS)) {
    const [, field, sign, list] = PART.exec(part) ?? []
    const operator = OPERATORS.find((each) => each === sign)
    if (field === undefined || operator === undefined || list === undefined) continue
    const values = list.split(',').slice(0, MAX_VALUES).map(unescapeValue)
    const isOne = operator === '=' || operator === '<>' || values.length === 1
    if (isOne && values.every((value) => value.length <= MAX_VALUE_LENGTH))
      filters.push({ field, operator, values })
  }
  return filters
}

const unescapeValue = (value: string) =>
  value.replaceAll(/%(25|2C|3B)/gi, (sign) => decodeURIComponent(sign))

const isSame = (one: LogFilter, other: LogFilter) =>
  one.field === other.field &&
  one.operator === other.operator &&
  one.values.length === other.values.length &&
  one.values.every((value, index) => value === other.values[index])

export const hasFilter = (filters: readonly LogFilter[], filter: LogFilter): boolean =>
  filters.some((each) => isSame(each, filter))

export const withoutFilter = (filters: readonly LogFilter[], filter: LogFilter) =>
  filters.filter((each) => !isSame(each, filter))

/** The values by which a field is filtered, with `=` or `<>`. */
export const valuesOf = (
  filters: readonly LogFilter[],
  field: string,
  operator: '=' | '<>' = '=',
): readonly string[] =>
  filters.find((each) => each.field === field && each.operator === operator)?.values ?? []

/** Adds a value to the alternatives of a field, or removes it. Its opposite is removed, too. */
export function toggleValue(
  filters: readonly LogFilter[],
  { field, value, operator = '=' }: { field: string; value: string; operator?: '=' | '<>' },
): readonly LogFilter[] {
  const opposite = operator === '=' ? '<>' : '='
  const chosen = valuesOf(filters, field, operator)
  const next = chosen.includes(value)
    ? chosen.filter((each) => each !== value)
    : [...chosen, value].slice(-MAX_VALUES)
  return withValues(
    withValues(filters, {
      field,
      operator: opposite,
      values: valuesOf(filters, field, opposite).filter((each) => each !== value),
    }),
    { field, operator, values: next },
  )
}

/** Replaces the alternatives of a field. Without any, the filter is removed. */
function withValues(filters: readonly LogFilter[], next: LogFilter): readonly LogFilter[] {
  const isOfField = (each: LogFilter) =>
    each.field === next.field && each.operator === next.operator
  if (next.values.length === 0) return filters.filter((each) => !isOfField(each))
  return filters.some(isOfField)
    ? filters.map((each) => (isOfField(each) ? next : each))
    : [...filters, next].slice(-MAX_FILTERS)
}
