import type {
  MigrationClient,
  MigrationSource,
  MigrationSummary,
} from '@stoa/contract/services/meta/history'

const SOURCES: Readonly<Record<MigrationSource, string>> = {
  table_editor: 'Table editor',
  policies: 'Policies',
  functions: 'Functions',
  triggers: 'Triggers',
  views: 'Views',
  types: 'Types',
  indexes: 'Indexes',
  sequences: 'Sequences',
  schemas: 'Schemas',
  extensions: 'Extensions',
  publications: 'Publications',
  parameters: 'Parameters',
  privileges: 'Privileges',
  sql: 'SQL',
  wrappers: 'Wrappers',
  queues: 'Queues',
  import: 'Import',
  file: 'Migration file',
  revert: 'Revert',
  squash: 'Squash',
  repair: 'Repair',
  management_api: 'Management API',
  advisors: 'Advisors',
  branch: 'Branch',
  backup: 'Backup',
}

const CLIENTS: Readonly<Record<MigrationClient, string | undefined>> = {
  dashboard: undefined,
  access_token: 'access token',
  command_line: 'command line',
}

/** The page or client that made a change: `Policies`, `Management API, access token`. */
export function originOf({ source, client }: Pick<MigrationSummary, 'source' | 'client'>): string {
  if (source === null) return 'Other client'
  const through = client === null ? undefined : CLIENTS[client]
  return through === undefined ? SOURCES[source] : `${SOURCES[source]}, ${through}`
}

const SECOND_MS = 1000
const MINUTE_MS = 60_000

/** A measured duration, as exact as it is interesting. */
export function durationOf(milliseconds: number): string {
  if (milliseconds < SECOND_MS) return `${Math.round(milliseconds)} ms`
  if (milliseconds < MINUTE_MS) return `${(milliseconds / SECOND_MS).toFixed(1)} s`
  return `${Math.floor(milliseconds / MINUTE_MS)} min ${Math.round((milliseconds % MINUTE_MS) / SECOND_MS)} s`
}
