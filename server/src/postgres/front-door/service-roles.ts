/** Roles that only the platform's own processes use: the `deniedRoles` of an installation. */
export const SERVICE_ROLES: ReadonlySet<string> = new Set([
  'supabase_admin',
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
  'supabase_cron_admin',
  'supabase_functions_admin',
  'supabase_realtime_admin',
  'supabase_replication_admin',
  'supabase_read_only_user',
  'dashboard_user',
  'pgbouncer',
])
