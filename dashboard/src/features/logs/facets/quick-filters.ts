import type { LogFilter } from '@stoa/contract/services/logs/logs'
import { hasFilter, withoutFilter } from '../url/log-filters.ts'

type QuickOption = { readonly label: string; readonly filters: readonly LogFilter[] }

/** Filters of which at most one is on, beside the facets that every page has. */
export type QuickFilter = { readonly label: string; readonly options: readonly QuickOption[] }

const filter = (
  field: string,
  operator: LogFilter['operator'],
  ...values: string[]
): LogFilter => ({
  field,
  operator,
  values,
})

const STATUS_CLASS: QuickFilter = {
  label: 'Status class',
  options: [
    { label: '2xx success', filters: between(200, 299) },
    { label: '3xx redirect', filters: between(300, 399) },
    { label: '4xx client error', filters: between(400, 499) },
    { label: '5xx server error', filters: [filter('status', '>=', '500')] },
  ],
}

function between(from: number, to: number): readonly LogFilter[] {
  return [filter('status', '>=', String(from)), filter('status', '<=', String(to))]
}

const contains = (label: string, part: string): QuickOption => ({
  label,
  filters: [filter('path', '~', part)],
})

const PRODUCT: QuickFilter = {
  label: 'Product',
  options: [
    contains('Data API', '/rest/v1'),
    contains('GraphQL', '/graphql/v1'),
    contains('Auth', '/auth/v1'),
    contains('Storage', '/storage/v1'),
    contains('Realtime', '/realtime/v1'),
    contains('Edge functions', '/functions/v1'),
  ],
}

const ENDPOINT: QuickFilter = {
  label: 'Endpoint',
  options: [
    contains('Admin', '/admin'),
    contains('Sign-up', '/signup'),
    contains('Sign-in', '/token'),
    contains('Recovery', '/recover'),
    { label: 'User', filters: [filter('path', '=', '/user')] },
    contains('Sign-out', '/logout'),
  ],
}

const field = (label: string, path: string, values: readonly string[]): QuickFilter => ({
  label,
  options: values.map((value) => ({ label: value, filters: [filter(path, '=', value)] })),
})

const QUICK_FILTERS: Readonly<Record<string, readonly QuickFilter[]>> = {
  'edge-logs': [STATUS_CLASS, PRODUCT],
  'auth-logs': [STATUS_CLASS, ENDPOINT],
  'storage-logs': [STATUS_CLASS],
  'edge-functions-logs': [STATUS_CLASS],
  'postgres-logs': [
    field('Postgres severity', 'metadata.parsed.error_severity', [
      'LOG',
      'NOTICE',
      'WARNING',
      'ERROR',
      'FATAL',
      'PANIC',
    ]),
  ],
  'pgcron-logs': [field('Run', 'metadata.status', ['succeeded', 'failed'])],
}

export const quickFiltersOf = (slug: string | undefined): readonly QuickFilter[] =>
  slug === undefined ? [STATUS_CLASS] : (QUICK_FILTERS[slug] ?? [])

export const isOn = (filters: readonly LogFilter[], option: QuickOption): boolean =>
  option.filters.every((each) => hasFilter(filters, each))

/** Turns an option on in place of the others of its kind, or off. */
export function toggleQuick(
  filters: readonly LogFilter[],
  { options }: QuickFilter,
  option: QuickOption,
): readonly LogFilter[] {
  const others = options.filter((each) => isOn(filters, each)).flatMap((each) => each.filters)
  const rest = others.reduce((left, each) => withoutFilter(left, each), filters)
  return isOn(filters, option) ? rest : [...rest, ...option.filters]
}
