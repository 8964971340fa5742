import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import { defineLint } from '../lint.ts'

/** The minor releases that corrected the last known vulnerabilities, by major version. */
const PATCHED: ReadonlyMap<number, number> = new Map([
  [16, 12],
  [17, 8],
  [18, 2],
])

export const vulnerablePostgresVersion = defineLint({
  name: 'vulnerable_postgres_version',
  title: 'Postgres version with known vulnerabilities',
  category: 'security',
  level: 'WARN',
  description: 'The installed Postgres lacks security patches.',
  why: 'The vulnerabilities of older minor versions are public, and some can be used by anyone who can run SQL.',
  remedy: [
    'Update Postgres to the latest minor version. Data does not need to be converted.',
    'Projects use the new version after their next start.',
  ],
  facts: z.object({ version: z.int() }),
  find: () => sql`
    select 'installation' as kind, null::text as schema, 'Postgres' as name,
      null::text as "table", null::oid as table_id, array[]::text[] as subject,
      jsonb_build_object('version', current_setting('server_version_num')::integer) as facts`,
  accepts: ({ version }) => isVulnerable(version),
  detail: (_row, { version }) => {
    const major = Math.floor(version / 10_000)
    return `This project runs Postgres ${major}.${version % 10_000}; ${major}.${PATCHED.get(major) ?? 0} corrects known vulnerabilities.`
  },
})

/** `version` is in the format of `server_version_num`, such as 180002. */
export const isVulnerable = (version: number): boolean =>
  version % 10_000 < (PATCHED.get(Math.floor(version / 10_000)) ?? 0)
