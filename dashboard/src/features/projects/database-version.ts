/** The version in an engine name: `supabase-postgres-18.4` gives `18.4`. */
export function databaseVersion(name: string): string {
  return /^supabase-postgres-(.+)$/.exec(name)?.[1] ?? name
}
