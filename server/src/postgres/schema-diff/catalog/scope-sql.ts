import { sql, type Sql } from '../../sql.ts'

/** Fragments that the queries of the catalog share. */

/** Whether an extension brought the object along, so that it belongs to the extension. */
export const isOfExtension = (catalog: string, oid: Sql): Sql => sql`
  exists (
    select from pg_depend member
    where member.classid = ${catalog}::text::regclass and member.objid = ${oid}
      and member.deptype = 'e'
  )`

/** Whether the object belongs to another one, which is created and dropped with it. */
export const isInternal = (catalog: string, oid: Sql): Sql => sql`
  exists (
    select from pg_depend part
    where part.classid = ${catalog}::text::regclass and part.objid = ${oid} and part.deptype = 'i'
  )`

/** The schemas `n` whose objects are compared. */
export const ownSchemas = (ignored: readonly string[]): Sql => sql`
  select n.oid, n.nspname::text as name, n.nspowner as owner, n.nspacl as acl
  from pg_namespace n
  where n.nspname <> all (${ignored}::text[]) and n.nspname !~ '^pg_'
    and not ${isOfExtension('pg_namespace', sql`n.oid`)}`

/** The privileges on an object in a fixed order; those by default count as well. */
export const privileges = (acl: Sql, kind: string, owner: Sql): Sql => sql`
  (
    select jsonb_agg(granted.line order by granted.line) from (
      select concat(
        coalesce(quote_ident(grantee.rolname), 'public'), ' ', lower(entry.privilege_type),
        case when entry.is_grantable then ' with grant option' end
      ) as line
      from aclexplode(coalesce(${acl}, acldefault(${kind}::text::"char", ${owner}))) entry
      left join pg_roles grantee on grantee.oid = entry.grantee
    ) granted
  )`

export const comment = (catalog: string, oid: Sql): Sql =>
  sql`obj_description(${oid}, ${catalog}::text::name)`

export const ownerName = (owner: Sql): Sql => sql`
  (select quote_ident(r.rolname) from pg_roles r where r.oid = ${owner})`

/**
 * Options of foreign objects in a fixed order. The values of options that can be secrets are left
 * out, so that the comparison never shows one.
 */
export const foreignOptions = (options: Sql): Sql => sql`
  (
    select jsonb_agg(
      case when option_name ~* 'pass|secret|token|key|credential' then option_name
        else concat(option_name, '=', option_value) end
      order by option_name
    )
    from pg_options_to_table(${options})
  )`

/** One part of the description: a row for each object of a kind. */
export type CatalogQuery = (ignored: readonly string[]) => Sql
