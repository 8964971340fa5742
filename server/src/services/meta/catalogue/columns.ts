import { Column } from '@stoa/contract/services/meta/catalogue'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { ENUM_VALUES } from './sql-parts.ts'

/**
 * A relation's columns in order. `base_type`, `category` and `enum_values` are those of a domain's
 * base type. `is_unique` means a unique key of this single column other than the primary key.
 */
export const readColumns = (tx: Session, id: number): Promise<Column[]> =>
  tx.many(
    sql`
      with recursive base (column_number, type_oid, depth) as (
        select a.attnum, a.atttypid, 0
        from pg_attribute a
        where a.attrelid = ${String(id)}::oid and a.attnum > 0 and not a.attisdropped
        union all
        select b.column_number, t.typbasetype, b.depth + 1
        from base b
        join pg_type t on t.oid = b.type_oid
        where t.typtype = 'd'
      ),
      underlying as (
        select distinct on (column_number) column_number, type_oid
        from base
        order by column_number, depth desc
      ),
      single_key as (
        select i.indkey[0] as column_number, i.indisprimary as is_primary
        from pg_index i
        where i.indrelid = ${String(id)}::oid
          and i.indisunique
          and i.indisvalid
          and i.indnkeyatts = 1
          and i.indpred is null
          and i.indkey[0] <> 0
      )
      select
        a.attnum::int as position,
        a.attname::text as name,
        format_type(a.atttypid, a.atttypmod) as type,
        t.typname::text as base_type,
        t.typcategory::text as category,
        ${ENUM_VALUES} as enum_values,
        not a.attnotnull as is_nullable,
        case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as default_value,
        case a.attidentity when 'a' then 'always' when 'd' then 'by_default' end as identity,
        a.attgenerated <> '' as is_generated,
        exists (
          select from single_key k where k.column_number = a.attnum and not k.is_primary
        ) as is_unique,
        exists (
          select from pg_index i
          where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any (i.indkey)
        ) as is_primary_key,
        left(col_description(a.attrelid, a.attnum), 10000) as comment
      from pg_attribute a
      join underlying u on u.column_number = a.attnum
      join pg_type t on t.oid = u.type_oid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = ${String(id)}::oid and a.attnum > 0 and not a.attisdropped
      order by a.attnum`,
    Column,
  )
