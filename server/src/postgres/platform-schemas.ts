/** The platform's schemas: shown, but not changed from the dashboard. */
export const PROTECTED_SCHEMAS: readonly string[] = [
  'auth',
  'cron',
  'extensions',
  'graphql',
  'graphql_public',
  'information_schema',
  'net',
  'pgbouncer',
  'pgmq',
  'pgmq_public',
  'realtime',
  'stoa',
  'stoa_parked_cron',
  'stoa_parked_pgmq',
  'stoa_parked_vault',
  'storage',
  'supabase_functions',
  'vault',
]

/** The same, with the history of migrations, which each database has of its own. */
export const PLATFORM_SCHEMAS: readonly string[] = [...PROTECTED_SCHEMAS, 'supabase_migrations']
