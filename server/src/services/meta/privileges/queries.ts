import {
  ColumnPrivileges,
  DatabaseRole,
  TablePrivileges,
} from '@stoa/contract/services/meta/privileges'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { emptySql, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import { EXCLUDED_SCHEMAS, HIDDEN_SCHEMAS } from '../protected-schemas.ts'
import { RELATION_KIND } from '../catalogue/sql-parts.ts'

/** Selects the tables whose privileges are read; when empty, all except those of hidden schemas. */
export type PrivilegeFilter = {
  readonly include_system_schemas?: boolean | undefined
  readonly included_schemas?: readonly string[] | undefined
  readonly excluded_schemas?: readonly string[] | undefined
  readonly relation_id?: number | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

const MOST = 10_000

/** Privileges on whole tables, views and foreign tables, by schema and name. */
export const readTablePrivileges = (
  tx: Session,
  filter: PrivilegeFilter,
): Promise<TablePrivileges[]> =>
  tx.many(tablePrivileges(listed(filter), page(filter)), TablePrivileges)

/** Privileges on the named tables. */
export const readPrivilegesOfTables = (
  tx: Session,
  ids: readonly number[],
): Promise<TablePrivileges[]> =>
  tx.many(tablePrivileges(sql`c.oid = any (${ids.map(String)}::oid[])`, emptySql), TablePrivileges)

/** Privileges on columns, including those on their whole tables, by schema, table and position. */
export const readColumnPrivileges = (
  tx: Session,
  filter: PrivilegeFilter,
): Promise<ColumnPrivileges[]> =>
  tx.many(columnPrivileges(listed(filter), page(filter)), ColumnPrivileges)

/** Privileges on all columns of the named tables. */
export const readPrivilegesOfColumns = (
  tx: Session,
  ids: readonly number[],
): Promise<ColumnPrivileges[]> =>
  tx.many(
    columnPrivileges(sql`c.oid = any (${ids.map(String)}::oid[])`, emptySql),
    ColumnPrivileges,
  )

const page = ({ limit = MOST, offset = 0 }: PrivilegeFilter) =>
  sql`limit ${String(limit)}::bigint offset ${String(offset)}::bigint`

function listed(filter: PrivilegeFilter): Sql {
  const hidden = [...HIDDEN_SCHEMAS, ...(filter.include_system_schemas ? [] : EXCLUDED_SCHEMAS)]
  const conditions = [
    sql`n.nspname <> all (${hidden}::text[])`,
    sql`n.nspname !~ '^pg_(toast_)?temp_'`,
  ]
  if (filter.included_schemas)
    conditions.push(sql`n.nspname = any (${filter.included_schemas}::text[])`)
  if (filter.excluded_schemas)
    conditions.push(sql`n.nspname <> all (${filter.excluded_schemas}::text[])`)
  if (filter.relation_id !== undefined)
    conditions.push(sql`c.oid = ${String(filter.relation_id)}::oid`)
  return joinSql(conditions, ' and ')
}

// A list that is null means the owner's default privileges.
const TABLE_LIST = sql`aclexplode(coalesce(c.relacl, acldefault('r', c.relowner)))`

const PRIVILEGE = sql`
  json_build_object(
    'grantor', pg_get_userbyid(g.grantor),
    'grantee', case g.grantee when 0 then 'PUBLIC' else pg_get_userbyid(g.grantee)::text end,
    'privilege_type', g.privilege_type,
    'is_grantable', g.is_grantable
  )`

const tablePrivileges = (condition: Sql, rest: Sql) => sql`
  select
    c.oid as relation_id,
    n.nspname::text as schema,
    c.relname::text as name,
    ${RELATION_KIND} as kind,
    coalesce((
      select json_agg(${PRIVILEGE} order by g.grantee, g.privilege_type, g.grantor)
      from ${TABLE_LIST} g
    ), '[]') as privileges
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p') and ${condition}
  order by n.nspname, c.relname
  ${rest}`

const columnPrivileges = (condition: Sql, rest: Sql) => sql`
  select
    c.oid::text || '.' || a.attnum::text as column_id,
    n.nspname::text as relation_schema,
    c.relname::text as relation_name,
    a.attname::text as column_name,
    coalesce((
      select json_agg(${PRIVILEGE} order by g.grantee, g.privilege_type, g.grantor)
      from (
        select
          granted.grantor, granted.grantee, granted.privilege_type,
          bool_or(granted.is_grantable) as is_grantable
        from (
          select t.grantor, t.grantee, t.privilege_type, t.is_grantable from ${TABLE_LIST} t
          union all
          select o.grantor, o.grantee, o.privilege_type, o.is_grantable from aclexplode(a.attacl) o
        ) granted
        where granted.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
        group by granted.grantor, granted.grantee, granted.privilege_type
      ) g
    ), '[]') as privileges
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'v', 'm', 'f', 'p') and ${condition}
  order by n.nspname, c.relname, a.attnum
  ${rest}`

const NamedColumn = z.object({ column_id: z.string(), name: z.string() })

/** The names of all columns of some tables, by their ids. */
export async function readColumnNames(
  tx: Session,
  ids: readonly number[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.many(
    sql`
      select a.attrelid::text || '.' || a.attnum::text as column_id, a.attname::text as name
      from pg_attribute a
      where a.attrelid = any (${ids.map(String)}::oid[]) and a.attnum > 0 and not a.attisdropped`,
    NamedColumn,
  )
  return new Map(rows.map(({ column_id, name }) => [column_id, name]))
}

/** The names that are names of roles. */
export async function readRoleNames(
  tx: Session,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.many(
    sql`select r.rolname::text as name from pg_roles r where r.rolname = any (${names}::text[])`,
    z.object({ name: z.string() }),
  )
  return new Set(rows.map(({ name }) => name))
}

/**
 * Waits until no other such request runs in the database: two that change the privileges of one
 * table at the same time would fail with an internal error of Postgres.
 */
export const takeTurn = (tx: Session): Promise<unknown> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('stoa.privileges', 0))`)

/** The roles of the platform, besides those whose names start with supabase_. */
const MANAGED_ROLES = [
  'anon',
  'authenticated',
  'authenticator',
  'dashboard_user',
  // The extension supabase_vault creates it.
  'pgsodium_keyiduser',
  'postgres',
  'service_role',
  'stoa_functions',
]
const IS_MANAGED = sql`(r.rolname = any (${MANAGED_ROLES}::name[]) or r.rolname ~ '^supabase_')`

/** Roles by name, without Postgres's own. */
export const readRoles = (tx: Session): Promise<DatabaseRole[]> =>
  tx.many(
    sql`
      select
        r.oid as id,
        r.rolname::text as name,
        r.rolsuper as is_superuser,
        r.rolbypassrls as can_bypass_rls,
        r.rolcanlogin as can_login,
        r.rolcreatedb as can_create_db,
        r.rolcreaterole as can_create_role,
        r.rolreplication as is_replication_role,
        r.rolconnlimit as connection_limit,
        coalesce(active.connections, 0)::int as active_connections,
        ${IS_MANAGED} as is_managed,
        not ${IS_MANAGED} and exists (
          select from pg_auth_members m
          where m.roleid = r.oid and m.admin_option and pg_has_role(m.member, 'usage')
        ) as can_change,
        case when r.rolsuper then '{}'::text[] else array(
          select o.rolname::text
          from pg_roles o
          where o.oid <> r.oid and pg_has_role(r.oid, o.oid, 'usage')
          order by o.rolname
        ) end as inherits_from,
        left(shobj_description(r.oid, 'pg_authid'), 10000) as comment
      from pg_roles r
      left join (
        select a.usesysid, count(*) as connections from pg_stat_activity a group by a.usesysid
      ) active on active.usesysid = r.oid
      where r.rolname !~ '^pg_'
      order by r.rolname`,
    DatabaseRole,
  )
