import { FunctionSummary } from '@stoa/contract/services/meta/types'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'
import { commentOn } from '../../catalogue/sql-parts.ts'

/**
 * The functions of a schema that the data API can call, with their arguments, by name. Functions of
 * extensions are left to the extensions' manuals.
 */
export const readFunctions = (tx: Session, schema: string): Promise<FunctionSummary[]> =>
  tx.many(
    sql`
      select
        f.oid as id,
        n.nspname::text as schema,
        f.proname::text as name,
        ${commentOn(sql`'pg_proc'`, sql`f.oid`)},
        coalesce(inputs.list, '[]'::json) as arguments,
        pg_get_function_result(f.oid) as result,
        f.proretset as returns_set,
        case f.provolatile
          when 'i' then 'immutable'
          when 's' then 'stable'
          when 'v' then 'volatile'
        end as volatility,
        f.prosecdef as is_security_definer
      from pg_proc f
      join pg_namespace n on n.oid = f.pronamespace
      left join lateral (
        select json_agg(
          json_build_object(
            'name', coalesce(f.proargnames[a.place], ''),
            'type', format_type(a.type, null),
            'base_type', coalesce(base.typname, t.typname)::text,
            'category', t.typcategory::text,
            'enum_values', (
              select array_agg(e.enumlabel::text order by e.enumsortorder)
              from pg_enum e
              where e.enumtypid = coalesce(base.oid, t.oid)
            ),
            'has_default', a.nth > f.pronargs - f.pronargdefaults,
            'is_variadic', a.mode = 'v'
          )
          order by a.nth
        ) as list
        from (
          select every.type, every.place, every.mode, row_number() over (order by every.place) as nth
          from (
            select
              c.type,
              c.place,
              coalesce(f.proargmodes[c.place], 'i') as mode
            from unnest(coalesce(f.proallargtypes, f.proargtypes::oid[]))
              with ordinality as c (type, place)
          ) every
          where every.mode in ('i', 'b', 'v')
        ) a
        join pg_type t on t.oid = a.type
        left join pg_type base on t.typtype = 'd' and base.oid = t.typbasetype
      ) inputs on true
      where n.nspname = ${schema}::text
        and f.prokind = 'f'
        and f.prorettype <> all ('{trigger, event_trigger}'::regtype[])
        and not exists (
          select from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.deptype = 'e'
        )
      order by f.proname, pg_get_function_identity_arguments(f.oid)`,
    FunctionSummary,
  )
