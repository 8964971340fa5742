import { CustomType } from '@stoa/contract/services/meta/objects'
import type { Session } from '../../../../postgres/database.ts'
import { sql, type Sql } from '../../../../postgres/sql.ts'
import { commentOn } from '../../catalogue/sql-parts.ts'
import { readPage } from './page.ts'
import { createTypeSql } from '../definition-sql.ts'
import { isFound, isInSchema, lockedBy, pageSql, type PageRequest } from './sql-parts.ts'

const ListedType = CustomType.omit({ create_sql: true })

/** The domains, composite and range types of a schema, by name. Row types of tables are left out. */
export async function readCustomTypes(
  tx: Session,
  wanted: PageRequest & { readonly schema: string },
): Promise<{ items: CustomType[]; total: number }> {
  const found = sql`
    from pg_type t
    join pg_namespace n on n.oid = t.typnamespace
    left join pg_class c on c.oid = t.typrelid
    where ${isInSchema(wanted.schema)}
      and (t.typtype in ('d', 'r') or c.relkind = 'c')
      and ${isFound(sql`t.typname`, wanted)}`
  const { items, total } = await readPage(
    tx,
    {
      found,
      items: sql`
        with page as (
          select t.oid ${found}
          order by t.typname
          ${pageSql(wanted)}
        )
        select
          t.oid as id,
          n.nspname::text as schema,
          t.typname::text as name,
          ${lockedBy({ catalogue: sql`'pg_type'`, id: sql`t.oid`, owner: sql`t.typowner` })} as locked_by,
          case t.typtype when 'd' then 'domain' when 'r' then 'range' else 'composite' end as kind,
          case t.typtype when 'd' then ${DOMAIN} when 'r' then ${RANGE} else ${ATTRIBUTES} end as definition,
          ${commentOn(sql`'pg_type'`, sql`t.oid`)}
        from page
        join pg_type t on t.oid = page.oid
        join pg_namespace n on n.oid = t.typnamespace
        order by t.typname`,
    },
    ListedType,
  )
  return { items: items.map((type) => ({ ...type, create_sql: createTypeSql(type) })), total }
}

/** A collation that differs from the usual one of its type. */
const collation = (id: Sql, usual: Sql, keyword = sql`' collate '`): Sql => sql`
  coalesce((
    select ${keyword} || quote_ident(cn.nspname) || '.' || quote_ident(co.collname)
    from pg_collation co
    join pg_namespace cn on cn.oid = co.collnamespace
    where co.oid = ${id} and ${id} <> ${usual}), '')`

const BASE_COLLATION = sql`(select b.typcollation from pg_type b where b.oid = t.typbasetype)`
/** Its type and rules, as `create domain … as` takes them. */
const DOMAIN = sql`
  format_type(t.typbasetype, t.typtypmod)
    || ${collation(sql`t.typcollation`, BASE_COLLATION)}
    || coalesce(' default ' || t.typdefault, '')
    || case when t.typnotnull then ' not null' else '' end
    || coalesce((
      select string_agg(
        ' constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid), ''
        order by k.conname)
      from pg_constraint k
      where k.contypid = t.oid and k.contype = 'c'), '')`

const ATTRIBUTE_COLLATION = sql`(select b.typcollation from pg_type b where b.oid = a.atttypid)`
/** Its attributes, as `create type … as` takes them. */
const ATTRIBUTES = sql`
  '(' || coalesce((
    select string_agg(
      quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
        || ${collation(sql`a.attcollation`, ATTRIBUTE_COLLATION)}, ', '
      order by a.attnum)
    from pg_attribute a
    where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped), '') || ')'`

const SUBTYPE_COLLATION = sql`(select b.typcollation from pg_type b where b.oid = r.rngsubtype)`
const routine = (name: Sql, id: Sql) =>
  sql`case when ${id} <> 0 then ${name} || ${id}::regproc else '' end`

/** Its subtype and how that is ordered, as `create type … as` takes them. */
const RANGE = sql`(
  select
    'range (subtype = ' || format_type(r.rngsubtype, null)
      || case when oc.opcdefault then '' else
        ', subtype_opclass = ' || quote_ident(ocn.nspname) || '.' || quote_ident(oc.opcname) end
      || ${collation(sql`r.rngcollation`, SUBTYPE_COLLATION, sql`', collation = '`)}
      || ${routine(sql`', canonical = '`, sql`r.rngcanonical`)}
      || ${routine(sql`', subtype_diff = '`, sql`r.rngsubdiff`)}
      || ', multirange_type_name = ' || r.rngmultitypid::regtype || ')'
  from pg_range r
  join pg_opclass oc on oc.oid = r.rngsubopc
  join pg_namespace ocn on ocn.oid = oc.opcnamespace
  where r.rngtypid = t.oid)`
