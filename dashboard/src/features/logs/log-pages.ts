import type { LogSourceName } from '@stoa/contract/catalog/log-sources'

/** A page of the logs of one service. */
export type LogPage = {
  /** The last part of its address. */
  readonly slug: string
  readonly title: string
  readonly sources: readonly LogSourceName[]
  /** A sentence about its events, for a project that has logged nothing yet. */
  readonly empty: string
}

/** The first script that a browser loads includes this list, so the catalog stays out of it. */
export const LOG_PAGES: readonly LogPage[] = [
  {
    slug: 'edge-logs',
    title: 'API gateway',
    sources: ['edge_logs'],
    empty: 'Every request to the project’s API appears here, with its status and duration.',
  },
  {
    slug: 'postgres-logs',
    title: 'Postgres',
    sources: ['postgres_logs'],
    empty: 'Errors, warnings and connections of the database appear here.',
  },
  {
    slug: 'postgrest-logs',
    title: 'PostgREST',
    sources: ['postgrest_logs'],
    empty: 'Messages of the Data API appear here, such as a reloaded schema.',
  },
  {
    slug: 'pooler-logs',
    title: 'Shared pooler',
    sources: ['supavisor_logs'],
    empty: 'Connections through the shared pooler appear here.',
  },
  {
    slug: 'auth-logs',
    title: 'Auth',
    sources: ['auth_logs'],
    empty: 'Sign-ups, sign-ins and other requests to Auth appear here.',
  },
  {
    slug: 'storage-logs',
    title: 'Storage',
    sources: ['storage_logs'],
    empty: 'Uploads, downloads and other requests to Storage appear here.',
  },
  {
    slug: 'realtime-logs',
    title: 'Realtime',
    sources: ['realtime_logs'],
    empty: 'Connections, channels and errors of Realtime appear here.',
  },
  {
    slug: 'edge-functions-logs',
    title: 'Edge functions',
    sources: ['function_edge_logs', 'function_logs'],
    empty: 'Calls of edge functions, and the lines that their code logs, appear here.',
  },
  {
    slug: 'pgcron-logs',
    title: 'Cron',
    sources: ['pg_cron_logs'],
    empty: 'Runs of scheduled jobs appear here, with their results.',
  },
]

export const ALL_LOGS: Omit<LogPage, 'slug'> & { slug: undefined } = {
  slug: undefined,
  title: 'All logs',
  sources: [],
  empty: 'Requests to the project’s API, and what its services log, appear here.',
}

export const logPageOf = (slug: string): LogPage | undefined =>
  LOG_PAGES.find((page) => page.slug === slug)
