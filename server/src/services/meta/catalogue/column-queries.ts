import { ColumnSettings, getColumnOptions } from '@stoa/contract/services/meta/column-settings'
import type { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { columnNotFound } from '../errors.ts'
import { HIDDEN_SCHEMAS } from '../protected-schemas.ts'

/** The settings of a column that its form shows. 404 `column_not_found`. */
export async function readColumnSettings(
  tx: Session,
  { id, position }: { readonly id: number; readonly position: number },
): Promise<ColumnSettings> {
  const found = await tx.maybe(
    sql`
      select
        case when a.attcollation <> 0 and a.attcollation <> t.typcollation then (
          select json_build_object('schema', n.nspname, 'name', l.collname)
          from pg_collation l join pg_namespace n on n.oid = l.collnamespace
          where l.oid = a.attcollation
        ) end as collation,
        case a.attstorage
          when 'p' then 'plain'
          when 'e' then 'external'
          when 'x' then 'extended'
          when 'm' then 'main'
        end as storage,
        case a.attcompression when 'p' then 'pglz' when 'l' then 'lz4' else 'default' end
          as compression,
        case when a.attstattarget >= 0 then a.attstattarget::int end as statistics,
        case when a.attgenerated <> '' then json_build_object(
          'kind', case a.attgenerated when 'v' then 'virtual' else 'stored' end,
          'expression', pg_get_expr(d.adbin, d.adrelid)
        ) end as generated
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = ${String(id)}::oid and a.attnum = ${String(position)}::bigint
        and a.attnum > 0 and not a.attisdropped and n.nspname <> all (${HIDDEN_SCHEMAS}::name[])`,
    ColumnSettings,
  )
  if (!found) throw columnNotFound()
  return found
}

const VIRTUAL_COLUMNS_SINCE = 180_000
const SET_EXPRESSION_SINCE = 170_000

/** The collations that a column can have, and what this version of Postgres can do with columns. */
export const readColumnOptions = (
  tx: Session,
): Promise<z.infer<(typeof getColumnOptions)['response']>> =>
  tx.one(
    sql`
      select
        coalesce((
          select json_agg(
            json_build_object('schema', n.nspname, 'name', l.collname)
            order by n.nspname <> 'pg_catalog', l.collname
          )
          from pg_collation l
          join pg_namespace n on n.oid = l.collnamespace
          where l.collencoding in (-1, pg_char_to_encoding(getdatabaseencoding()))
            and n.nspname <> all (${HIDDEN_SCHEMAS}::name[])
        ), '[]') as collations,
        current_setting('server_version_num')::int >= ${VIRTUAL_COLUMNS_SINCE}::int
          as has_virtual_columns,
        current_setting('server_version_num')::int >= ${SET_EXPRESSION_SINCE}::int
          as can_change_generation`,
    getColumnOptions.response,
  )
