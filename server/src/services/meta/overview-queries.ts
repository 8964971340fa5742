import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { CATALOG_PATH } from '../../postgres/search-path.ts'
import { sql } from '../../postgres/sql.ts'
import { estimatedRows } from './catalogue/sql-parts.ts'
import { HIDDEN_SCHEMAS } from './protected-schemas.ts'

/** In bytes. */
export async function readDatabaseSize(tx: Session): Promise<number> {
  const { size } = await tx.one(
    sql`select pg_catalog.pg_database_size(pg_catalog.current_database())::float8 as size`,
    z.object({ size: z.number() }),
  )
  return size
}

const OwnTable = z.object({
  id: z.number(),
  schema: z.string(),
  name: z.string(),
  rls_enabled: z.boolean(),
  has_policies: z.boolean(),
  is_granted: z.boolean(),
  rows: z.number(),
})
export type OwnTable = z.infer<typeof OwnTable>

/** Tables that people created. A partition counts as part of its table. */
export async function readOwnTables(tx: Session): Promise<OwnTable[]> {
  await tx.run(sql`select pg_catalog.set_config('search_path', ${CATALOG_PATH}, true)`)
  return tx.many(
    sql`
      select
        c.oid as id,
        n.nspname::text as schema,
        c.relname::text as name,
        c.relrowsecurity as rls_enabled,
        exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid) as has_policies,
        exists (
          select from pg_catalog.pg_roles r
          where r.rolname in ('anon', 'authenticated')
            and pg_catalog.has_table_privilege(r.oid, c.oid, 'select, insert, update, delete')
        ) as is_granted,
        case c.relkind when 'p' then (
          select coalesce(sum(${estimatedRows(sql`leaf`)}), 0)
          from pg_catalog.pg_partition_tree(c.oid) part
          join pg_catalog.pg_class leaf on leaf.oid = part.relid
          where part.isleaf
        ) else (
          select ${estimatedRows(sql`leaf`)} from pg_catalog.pg_class leaf where leaf.oid = c.oid
        ) end::float8 as rows
      from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p')
        and not c.relispartition
        and n.nspname <> all (${HIDDEN_SCHEMAS}::name[])
        and n.nspname !~ '^(pg_|information_schema$)'
        and not exists (
          select from pg_catalog.pg_depend d
          where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
            and d.objid = c.oid and d.deptype = 'e'
        )
      order by n.nspname, c.relname`,
    OwnTable,
  )
}
