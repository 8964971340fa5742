export type NamedMigration = { version: string; name: string }

const FILE_NAME = /^(\d{1,50})_(.{1,200})\.sql$/u

/** The version and name in a file name of the Supabase CLI. Undefined for another name. */
export function readFileName(fileName: string): NamedMigration | undefined {
  const [, version, name] = FILE_NAME.exec(fileName) ?? []
  return version === undefined || name === undefined ? undefined : { version, name }
}

/** The name that the server gives the file of a migration. */
export const fileNameOf = ({ version, name }: { version: string; name: string | null }): string =>
  `${version}_${(name ?? '').replaceAll(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, 100) || 'migration'}.sql`

/** A version that is older than one that is applied already. */
export const isOlder = (version: string, other: string | undefined): boolean =>
  other !== undefined &&
  (version.length === other.length ? version < other : version.length < other.length)
