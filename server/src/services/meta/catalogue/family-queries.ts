import { TableFamily } from '@stoa/contract/services/meta/partitions'
import type { Session } from '../../../postgres/database.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import { isLockedExclusively, RELATION_KIND } from './sql-parts.ts'

const MOST_CHILDREN = 1000

const relative = sql`
  'id', c.oid::int8, 'schema', n.nspname, 'name', c.relname, 'kind', ${RELATION_KIND},
  'is_detaching', i.inhdetachpending`

const bounds = (child: Sql): Sql => sql`pg_get_expr(${child}.relpartbound, ${child}.oid)`

/** The partitions or heirs of a table with their bounds, and the tables above it. */
export const readFamily = (tx: Session, id: number): Promise<TableFamily> =>
  tx.one(
    sql`
      with own as (select c.* from pg_class c where c.oid = ${String(id)}::oid),
      child as (
        select c.*, i.inhdetachpending, n.nspname
        from pg_inherits i
        join pg_class c on c.oid = i.inhrelid
        join pg_namespace n on n.oid = c.relnamespace
        where i.inhparent = ${String(id)}::oid
        order by pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT', n.nspname, c.relname
        limit ${MOST_CHILDREN}
      )
      select
        (
          select json_build_object(
            'strategy', case p.partstrat when 'r' then 'range' when 'l' then 'list' else 'hash' end,
            'definition', pg_get_partkeydef(p.partrelid),
            'types', (
              select json_agg(coalesce(format_type(a.atttypid, a.atttypmod), '') order by k.place)
              from unnest(p.partattrs::int2[]) with ordinality as k (attnum, place)
              left join pg_attribute a on a.attrelid = p.partrelid and a.attnum = k.attnum
                and k.attnum <> 0
            )
          )
          from pg_partitioned_table p where p.partrelid = ${String(id)}::oid
        ) as key,
        coalesce((
          select json_agg(json_build_object(
            ${relative}, 'bounds', ${bounds(sql`own`)}
          ) order by i.inhseqno)
          from pg_inherits i
          cross join own
          join pg_class c on c.oid = i.inhparent
          join pg_namespace n on n.oid = c.relnamespace
          where i.inhrelid = own.oid
        ), '[]') as parents,
        coalesce((
          select json_agg(json_build_object(
            'id', c.oid::int8, 'schema', c.nspname, 'name', c.relname, 'kind', ${RELATION_KIND},
            'is_detaching', c.inhdetachpending, 'bounds', ${bounds(sql`c`)},
            'is_default', coalesce(${bounds(sql`c`)} = 'DEFAULT', false),
            'size_bytes', case when c.relkind <> 'f' then (
              select sum(case when not ${isLockedExclusively(sql`t.relid::oid`)}
                then pg_total_relation_size(t.relid) end)::float8
              from (
                select c.oid::regclass as relid where c.relkind = 'r'
                union all
                select p.relid from pg_partition_tree(c.oid) p where c.relkind = 'p' and p.isleaf
              ) t
            ) end,
            'estimated_rows', case when c.relkind <> 'f' then (
              select sum(nullif(s.reltuples, -1))::float8
              from pg_class s
              where s.oid = c.oid and c.relkind = 'r' or c.relkind = 'p' and s.oid in (
                select p.relid from pg_partition_tree(c.oid) p where p.isleaf
              )
            ) end
          ) order by ${bounds(sql`c`)} = 'DEFAULT', c.nspname, c.relname)
          from child c
        ), '[]') as children,
        (select count(*) from pg_inherits i where i.inhparent = ${String(id)}::oid)::int as child_count`,
    TableFamily,
  )
