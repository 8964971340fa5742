import { runAs } from '../../postgres/engines/run.ts'

/** An installed PgBouncer. */
export type PgBouncer = { readonly file: string; readonly version: string }

/** Its name, and where systems install it besides the folders of `PATH`. */
const FILES = ['pgbouncer', '/usr/sbin/pgbouncer', '/usr/local/sbin/pgbouncer']

/** The PgBouncer of the system; undefined if there is none. */
export async function findPgBouncer(
  files: readonly string[] = FILES,
): Promise<PgBouncer | undefined> {
  for (const file of files) {
    const said = await runAs(undefined, file, ['--version']).catch(() => '')
    const version = /^PgBouncer (\d+\.\d+(?:\.\d+)?)/i.exec(said)?.[1]
    if (version !== undefined) return { file, version }
  }
  return undefined
}

/** Since 1.21, prepared statements work in transaction mode. */
export function hasPreparedStatements({ version }: Pick<PgBouncer, 'version'>): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 1 || minor >= 21
}
