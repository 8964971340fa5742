/** How a filter compares a column with its value, in PostgREST's names where it has one. */
export const FILTER_OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'in',
  'is',
  'not_like',
  'not_ilike',
  'not_in',
  'distinct',
  'contains',
  'has',
] as const
