const SLUG_LENGTH = 60

/** A query's name as a file name without an extension. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, SLUG_LENGTH)
    .replaceAll(/^_+|_+$/g, '') || 'query'

/** The file name of a migration: its version is the time in UTC, as the command line writes it. */
export const migrationFileName = (name: string, now: Date): string =>
  `${now.toISOString().replaceAll(/\D/g, '').slice(0, 14)}_${slugOf(name)}.sql`
