import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

const Override = z.object({ name: z.string(), value: z.string() })
type Override = z.infer<typeof Override>

/**
 * The settings of the Data API that its role brings with it, by name; where the role has one here
 * and one everywhere, the one of this database counts.
 */
export function readDataApiOverrides(tx: Session): Promise<Override[]> {
  return tx.many(
    sql`
      select distinct on (said.name) substr(said.name, length('pgrst.') + 1) as name, said.value
      from pg_db_role_setting scoped
      cross join lateral (
        select split_part(entry, '=', 1) as name, substr(entry, strpos(entry, '=') + 1) as value
        from unnest(scoped.setconfig) as entry
      ) as said
      where scoped.setrole = to_regrole('authenticator')
        and said.name like 'pgrst.%'
        and scoped.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      order by said.name, scoped.setdatabase desc`,
    Override,
  )
}
