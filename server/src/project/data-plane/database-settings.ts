import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

/** The `pgrst.…` settings by their full name. */
export type DatabaseSettings = Readonly<Record<string, string>>

const Rows = z.object({ name: z.string(), value: z.string() })

/**
 * Reads the data API settings stored in the database itself (PostgREST's in-database
 * configuration): `alter role authenticator set pgrst.… = …`, with or without `in database`,
 * and `alter database … set`. If several statements set the same name, the value is the one that
 * Postgres would apply to a session of `authenticator`.
 */
export async function readDatabaseSettings(session: Session): Promise<DatabaseSettings> {
  const rows = await session.many(
    sql`
      select distinct on (entry.name) entry.name, entry.value
      from pg_catalog.pg_db_role_setting as scoped
      cross join lateral (
        select
          pg_catalog.split_part(text, '=', 1) as name,
          pg_catalog.substr(text, pg_catalog.strpos(text, '=') + 1) as value
        from pg_catalog.unnest(scoped.setconfig) as text
      ) as entry
      where entry.name like 'pgrst.%' and pg_catalog.octet_length(entry.value) <= 10000
        and scoped.setrole in (0, pg_catalog.to_regrole('authenticator'))
        and scoped.setdatabase in (
          0, (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database()))
      order by entry.name, scoped.setrole = 0, scoped.setdatabase = 0`,
    Rows,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
