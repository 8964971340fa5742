import { DatabaseSchema } from '@stoa/contract/services/meta/objects'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'
import { commentOn } from '../../catalogue/sql-parts.ts'
import { EXCLUDED_SCHEMAS, HIDDEN_SCHEMAS } from '../../protected-schemas.ts'
import { lockedBy } from './sql-parts.ts'

/** Every schema that members may see, by name, with the number of its tables, views and functions. */
export const readSchemaObjects = (tx: Session): Promise<DatabaseSchema[]> =>
  tx.many(
    sql`
      select
        n.oid as id,
        n.nspname::text as name,
        pg_get_userbyid(n.nspowner)::text as owner,
        ${lockedBy({ catalogue: sql`'pg_namespace'`, id: sql`n.oid`, owner: sql`n.nspowner` })} as locked_by,
        (
          select count(*) from pg_class c
          where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'f')
        )::int as tables,
        (
          select count(*) from pg_class c
          where c.relnamespace = n.oid and c.relkind in ('v', 'm')
        )::int as views,
        (select count(*) from pg_proc p where p.pronamespace = n.oid)::int as functions,
        ${commentOn(sql`'pg_namespace'`, sql`n.oid`)}
      from pg_namespace n
      where n.nspname <> all (${[...HIDDEN_SCHEMAS, ...EXCLUDED_SCHEMAS]}::name[])
        and n.nspname !~ '^pg_(toast_)?temp_'
      order by n.nspname`,
    DatabaseSchema,
  )
