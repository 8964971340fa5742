import { DatabaseTable } from '@stoa/contract/services/meta/objects'
import type { Session } from '../../../../postgres/database.ts'
import { sql, type Sql } from '../../../../postgres/sql.ts'
import {
  commentOn,
  estimatedRows,
  isLockedExclusively,
  RELATION_KIND,
} from '../../catalogue/sql-parts.ts'
import { HIDDEN_SCHEMAS } from '../../protected-schemas.ts'
import { readPage } from './page.ts'
import { isFound, isInSchema, lockedBy, pageSql, type PageRequest } from './sql-parts.ts'

type WantedTables = PageRequest & {
  readonly schema: string
  /** The name of the partitioned table whose partitions are listed. */
  readonly partitions_of?: string | undefined
}

/**
 * The tables of a schema, by name. Partitions are listed only in a search or with `partitions_of`,
 * and a partitioned table has the size and the rows of all its partitions.
 */
export function readTableObjects(tx: Session, wanted: WantedTables) {
  const found = sql`
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'f')
      and ${isListed(wanted)}
      and ${isFound(sql`c.relname`, wanted)}`
  return readPage(
    tx,
    {
      found,
      items: sql`
        with recursive page as (
          select c.oid ${found}
          order by ${BY_NAME}
          ${pageSql(wanted)}
        ), parts as (
          select page.oid as root, page.oid from page
          union all
          select parts.root, i.inhrelid
          from parts
          join pg_inherits i on i.inhparent = parts.oid
          join pg_class part on part.oid = i.inhrelid and part.relispartition
        ), sizes as (
          select
            parts.root,
            sum(case
              when ${isLockedExclusively(sql`c.oid`)}
                then c.relpages * current_setting('block_size')::bigint
              else coalesce(pg_total_relation_size(c.oid), 0)
            end)::float8 as size_bytes,
            sum(${estimatedRows(sql`c`)}) filter (where c.relkind = 'r') as estimated_rows
          from parts
          join pg_class c on c.oid = parts.oid
          group by parts.root
        )
        select
          c.oid as id,
          n.nspname::text as schema,
          c.relname::text as name,
          ${lockedBy({ catalogue: sql`'pg_class'`, id: sql`c.oid`, owner: sql`c.relowner` })} as locked_by,
          ${RELATION_KIND} as kind,
          (
            select p.relname::text
            from pg_inherits i
            join pg_class p on p.oid = i.inhparent
            where c.relispartition and i.inhrelid = c.oid
          ) as partition_of,
          (
            select count(*)::int from pg_inherits i where c.relkind = 'p' and i.inhparent = c.oid
          ) as partition_count,
          (
            select count(*)::int
            from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          ) as column_count,
          s.estimated_rows,
          s.size_bytes,
          c.relrowsecurity as rls_enabled,
          (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policy_count,
          ${IS_IN_REALTIME} as is_in_realtime,
          ${commentOn(sql`'pg_class'`, sql`c.oid`)}
        from page
        join pg_class c on c.oid = page.oid
        join pg_namespace n on n.oid = c.relnamespace
        join sizes s on s.root = c.oid
        order by ${BY_NAME}`,
    },
    DatabaseTable,
  )
}

/** The collation of names sorts all capital letters before the small ones. */
const BY_NAME = sql`lower(c.relname collate "default"), c.relname`

function isListed({ schema, search = '', partitions_of: parent }: WantedTables): Sql {
  if (parent === undefined)
    return search === '' ? sql`${isInSchema(schema)} and not c.relispartition` : isInSchema(schema)
  return sql`
    c.relispartition
    and n.nspname <> all (${HIDDEN_SCHEMAS}::name[])
    and exists (
      select from pg_inherits i
      join pg_class p on p.oid = i.inhparent
      join pg_namespace pn on pn.oid = p.relnamespace
      where i.inhrelid = c.oid and p.relname = ${parent}::text and pn.nspname = ${schema}::text
    )`
}

/** Whether the publication of realtime has the table, or the table that it is a partition of. */
const IS_IN_REALTIME = sql`
  exists (
    select from pg_publication pub
    where pub.pubname = 'supabase_realtime'
      and (
        pub.puballtables
        or exists (
          select from pg_publication_namespace pn
          where pn.pnpubid = pub.oid and pn.pnnspid = c.relnamespace
        )
        or exists (
          select from pg_publication_rel r
          where r.prpubid = pub.oid
            and (r.prrelid = c.oid or r.prrelid in (
              select i.inhparent from pg_inherits i where c.relispartition and i.inhrelid = c.oid
            ))
        )
      )
  )`
