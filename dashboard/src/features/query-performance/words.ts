import type { QuerySource } from '@stoa/contract/services/query-performance/query-performance'

export const SOURCES: Readonly<Record<QuerySource, string>> = {
  data_api: 'API clients',
  auth: 'Auth',
  storage: 'Storage',
  realtime: 'Realtime',
  owner: 'Owner (postgres)',
  custom_role: 'Custom roles',
  platform: 'Platform and catalogs',
}

/** `0.04 ms`, `12.3 ms`, `1.20 s`, `3.4 min`, `2.1 h`. */
export function formatMilliseconds(ms: number): string {
  if (ms < 1000) return `${ms.toFixed(ms < 10 ? 2 : 1)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`
  return ms < 3_600_000 ? `${(ms / 60_000).toFixed(1)} min` : `${(ms / 3_600_000).toFixed(1)} h`
}

export const formatPercent = (percent: number): string =>
  `${percent > 0 && percent < 0.1 ? '<0.1' : percent.toFixed(1)}%`
