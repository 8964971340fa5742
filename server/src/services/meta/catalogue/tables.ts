import { TableSummary } from '@stoa/contract/services/meta/catalogue'
import type { Session } from '../../../postgres/database.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import { HIDDEN_SCHEMAS } from '../protected-schemas.ts'
import { RELATION_KIND } from './sql-parts.ts'

/** The tables, views and foreign tables of one schema, by name. */
export const readTables = (tx: Session, schema: string): Promise<TableSummary[]> =>
  tx.many(summaries(sql`n.nspname = ${schema}::text`), TableSummary)

/** One table by oid; undefined if it does not exist or is hidden. */
export const readTable = (tx: Session, id: number): Promise<TableSummary | undefined> =>
  tx.maybe(summaries(sql`c.oid = ${String(id)}::oid`), TableSummary)

const summaries = (condition: Sql) => sql`
  select
    c.oid as id,
    n.nspname::text as schema,
    c.relname::text as name,
    ${RELATION_KIND} as kind,
    (select i.inhparent from pg_inherits i where c.relispartition and i.inhrelid = c.oid)
      as partition_of,
    left(d.description, 10000) as comment,
    c.relrowsecurity as rls_enabled,
    (select count(*) from pg_policy p where p.polrelid = c.oid)::int as policy_count
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  -- A join is many times quicker than obj_description in a schema with thousands of tables.
  left join pg_description d
    on d.objoid = c.oid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
  where c.relkind in ('r', 'v', 'm', 'f', 'p')
    and n.nspname <> all (${HIDDEN_SCHEMAS}::name[])
    and n.nspname !~ '^pg_(toast_)?temp_'
    and ${condition}
  -- The collation of names sorts all capital letters before the small ones.
  order by lower(c.relname collate "default"), c.relname`
