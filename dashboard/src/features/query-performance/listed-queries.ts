import type {
  QuerySource,
  QueryStatistics,
} from '@stoa/contract/services/query-performance/query-performance'

/** A query with its share of the time of all listed ones. */
export type ListedQuery = QueryStatistics & { readonly share: number }

export const SORTS = [
  'total_ms',
  'calls',
  'mean_ms',
  'min_ms',
  'max_ms',
  'rows',
  'cache_hit_percent',
] as const
export type QuerySort = (typeof SORTS)[number]
export type QueryOrder = { sort: QuerySort; order: 'asc' | 'desc' }

/** The questions that people ask of the list, each as an order of it. */
export const PRESETS = [
  { value: 'total_ms', label: 'Most time' },
  { value: 'calls', label: 'Most calls' },
  { value: 'mean_ms', label: 'Slowest' },
] as const satisfies readonly { value: QuerySort; label: string }[]

export type QueryFilter = {
  readonly search: string
  readonly role: string
  /** Empty for all but the platform's own. */
  readonly source: QuerySource | ''
}

/** Shares are of the time of all queries, whatever the filter shows. */
export function withShares(queries: readonly QueryStatistics[]): ListedQuery[] {
  const total = queries.reduce((sum, { total_ms: ms }) => sum + ms, 0)
  return queries.map((query) => ({
    ...query,
    share: total === 0 ? 0 : (query.total_ms / total) * 100,
  }))
}

export function filterQueries<Query extends QueryStatistics>(
  queries: readonly Query[],
  { search, role, source }: QueryFilter,
): Query[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return queries.filter(
    (query) =>
      (role === '' || query.role === role) &&
      (source === '' ? query.source !== 'platform' : query.source === source) &&
      words.every((word) => query.statement.toLowerCase().includes(word)),
  )
}

/** Queries without a value, such as a cache hit rate, are last in both orders. */
export const sortQueries = <Query extends QueryStatistics>(
  queries: readonly Query[],
  { sort, order }: QueryOrder,
): Query[] =>
  queries.toSorted((left, right) => {
    const [a, b] = [left[sort], right[sort]]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return order === 'asc' ? a - b : b - a
  })
