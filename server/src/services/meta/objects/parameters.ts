import { DatabaseParameter } from '@stoa/contract/services/meta/parameters'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { rawSql, sql } from '../../../postgres/sql.ts'

/** Parameters that Postgres reads as a list of names, so that each one is quoted on its own. */
export const LIST_PARAMETERS: readonly string[] = [
  'local_preload_libraries',
  'search_path',
  'session_preload_libraries',
  'shared_preload_libraries',
  'temp_tablespaces',
  'unix_socket_directories',
]

/** A number as `show` prints it: bytes in the largest unit, times with their unit. */
const shown = (column: 'reset_val' | 'boot_val') => {
  const value = rawSql(`s.${column}`)
  return sql`case
    when s.vartype <> 'integer' or ${value}::bigint <= 0 or s.unit is null then ${value}
    when s.unit ~ '^[0-9]*(B|kB|MB)$' then replace(pg_size_pretty(${value}::bigint * pg_size_bytes(
      case when s.unit ~ '^[0-9]' then s.unit else '1' || s.unit end)), ' bytes', 'B')
    else ${value} || s.unit
  end`
}

/** Values set for sessions of the database (without a role) and of roles. */
export const OVERRIDDEN = sql`
  select r.rolname::text as role,
    split_part(entry, '=', 1) as name, substr(entry, strpos(entry, '=') + 1) as value
  from pg_db_role_setting d
  left join pg_roles r on r.oid = d.setrole
  cross join unnest(d.setconfig) as entry
  where d.setdatabase in (0, (select oid from pg_database where datname = current_database()))`

/** The server's parameters; those that differ from their default come first. */
export async function readParameters(tx: Session) {
  const { database } = await tx.one(
    sql`select current_database()::text as database`,
    z.object({ database: z.string() }),
  )
  const parameters = await tx.many(
    sql`
      with overridden as (
        ${OVERRIDDEN}
      ), found as (
        select s.*,
          s.reset_val is distinct from s.boot_val
            and s.context <> 'internal' and s.source <> 'client' as is_configured,
          coalesce((
            select jsonb_agg(jsonb_build_object('role', o.role, 'value', o.value)
              order by o.role nulls first)
            from overridden o where o.name = s.name
          ), '[]') as overrides
        from pg_settings s
        -- Where files are on the machine is the installation's.
        where s.category <> 'File Locations'
          and s.name not in ('extension_control_path', 'unix_socket_directories')
      )
      select s.name, s.short_desc as description, s.category, s.vartype as kind, s.unit,
        coalesce(
          -- This session may have started before they were set.
          (select o.value from overridden o where o.name = s.name and o.role = 'postgres' limit 1),
          (select o.value from overridden o where o.name = s.name and o.role is null limit 1),
          ${shown('reset_val')}, ''
        ) as value, ${shown('boot_val')} as default_value,
        s.min_val as min, s.max_val as max, coalesce(s.enumvals, '{}') as choices,
        s.name = any (${LIST_PARAMETERS}::text[]) as is_list, s.overrides,
        case
          when s.context = 'internal' then 'never'
          when s.context = 'postmaster' then 'restart'
          when s.context in ('user', 'backend')
            or has_parameter_privilege('postgres', s.name, 'set') then 'members'
          else 'platform'
        end as changed_by,
        case
          when s.overrides @> '[{"role": "postgres"}]' then 'role'
          when s.overrides @> '[{"role": null}]' then 'database'
          when s.is_configured then 'platform'
          else 'default'
        end as source
      from found s
      order by s.overrides = '[]', not s.is_configured, s.name`,
    DatabaseParameter,
  )
  return { database, parameters }
}
