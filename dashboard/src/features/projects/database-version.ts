/** The number in an engine version's name: `supabase-postgres-18.4` gives `18.4`. */
export function databaseVersion(name: string): string {
  return /^supabase-postgres-(.+)$/.exec(name)?.[1] ?? name
}
