import { sql, type Sql } from '../../sql.ts'
import {
  comment,
  isInternal,
  isOfExtension,
  ownerName,
  ownSchemas,
  privileges,
} from './scope-sql.ts'

const routines = (ignored: readonly string[]): Sql => sql`
  select p.*, n.name as schema_name,
    format('%s(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) as signature
  from pg_proc p
  join (${ownSchemas(ignored)}) n on n.oid = p.pronamespace
  where not ${isOfExtension('pg_proc', sql`p.oid`)} and not ${isInternal('pg_proc', sql`p.oid`)}`

/** Functions, procedures and window functions. */
export const functions = (ignored: readonly string[]): Sql => sql`
  select case p.prokind when 'p' then 'procedure' else 'function' end as kind,
    p.schema_name as schema, null::text as parent, p.signature as name,
    jsonb_build_object(
      'definition', pg_get_functiondef(p.oid),
      'owner', ${ownerName(sql`p.proowner`)},
      'privileges', ${privileges(sql`p.proacl`, 'f', sql`p.proowner`)},
      'comment', ${comment('pg_proc', sql`p.oid`)}
    ) as properties
  from (${routines(ignored)}) p
  where p.prokind <> 'a'`

export const aggregates = (ignored: readonly string[]): Sql => sql`
  select 'aggregate' as kind, p.schema_name as schema, null::text as parent, p.signature as name,
    jsonb_build_object(
      'arguments', pg_get_function_arguments(p.oid), 'result', pg_get_function_result(p.oid),
      'form', a.aggkind, 'direct_arguments', a.aggnumdirectargs,
      'transition', a.aggtransfn::text, 'final', a.aggfinalfn::text, 'combine', a.aggcombinefn::text,
      'serial', a.aggserialfn::text, 'deserial', a.aggdeserialfn::text,
      'moving_transition', a.aggmtransfn::text, 'moving_inverse', a.aggminvtransfn::text,
      'moving_final', a.aggmfinalfn::text,
      'final_extra', a.aggfinalextra, 'final_modify', a.aggfinalmodify,
      'sort_operator', case when a.aggsortop <> 0 then a.aggsortop::regoperator::text end,
      'state', format_type(a.aggtranstype, null), 'state_size', a.aggtransspace,
      'moving_state', case when a.aggmtranstype <> 0 then format_type(a.aggmtranstype, null) end,
      'initial', a.agginitval, 'moving_initial', a.aggminitval,
      'parallel', p.proparallel,
      'owner', ${ownerName(sql`p.proowner`)},
      'privileges', ${privileges(sql`p.proacl`, 'f', sql`p.proowner`)},
      'comment', ${comment('pg_proc', sql`p.oid`)}
    ) as properties
  from (${routines(ignored)}) p
  join pg_aggregate a on a.aggfnoid = p.oid`

/** The platform's tables that owners add triggers and policies to. */
export const SHARED_SCHEMAS: readonly string[] = ['auth', 'realtime', 'storage']

/** The owner's tables and the shared ones of the platform. */
const withTriggers = (ignored: readonly string[]): Sql => sql`
  select c.oid, c.relname::text as table_name, n.nspname::text as schema_name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where (n.nspname <> all (${ignored}::text[]) or n.nspname = any (${SHARED_SCHEMAS}::text[]))
    and n.nspname !~ '^pg_' and not ${isOfExtension('pg_class', sql`c.oid`)}`

/**
 * Triggers, except the platform's own and those of database webhooks: their arguments contain
 * headers, which can be secrets.
 */
export const triggers = (ignored: readonly string[]): Sql => sql`
  select 'trigger' as kind, c.schema_name as schema, c.table_name as parent, t.tgname::text as name,
    jsonb_build_object(
      'definition', pg_get_triggerdef(t.oid),
      'enabled', t.tgenabled,
      'comment', ${comment('pg_trigger', sql`t.oid`)}
    ) as properties
  from pg_trigger t
  join (${withTriggers(ignored)}) c on c.oid = t.tgrelid
  join pg_proc p on p.oid = t.tgfoid
  join pg_namespace f on f.oid = p.pronamespace
  where not t.tgisinternal and t.tgparentid = 0 and f.nspname <> 'supabase_functions'
    and not (c.schema_name = any (${ignored}::text[]) and f.nspname = any (${ignored}::text[]))`

export const policies = (ignored: readonly string[]): Sql => sql`
  select 'policy' as kind, c.schema_name as schema, c.table_name as parent, p.polname::text as name,
    jsonb_build_object(
      'command', p.polcmd, 'permissive', p.polpermissive,
      'roles', (
        select jsonb_agg(coalesce(r.rolname, 'public') order by r.rolname)
        from unnest(p.polroles) each (oid) left join pg_roles r on r.oid = each.oid
      ),
      'using', pg_get_expr(p.polqual, p.polrelid),
      'with_check', pg_get_expr(p.polwithcheck, p.polrelid),
      'comment', ${comment('pg_policy', sql`p.oid`)}
    ) as properties
  from pg_policy p
  join (${withTriggers(ignored)}) c on c.oid = p.polrelid`

export const rules = (ignored: readonly string[]): Sql => sql`
  select 'rule' as kind, n.name as schema, c.relname::text as parent, r.rulename::text as name,
    jsonb_build_object(
      'definition', pg_get_ruledef(r.oid),
      'enabled', r.ev_enabled,
      'comment', ${comment('pg_rewrite', sql`r.oid`)}
    ) as properties
  from pg_rewrite r
  join pg_class c on c.oid = r.ev_class
  join (${ownSchemas(ignored)}) n on n.oid = c.relnamespace
  -- The rule of a view is its query, which is compared as such.
  where r.rulename <> '_RETURN' and not ${isOfExtension('pg_class', sql`c.oid`)}`
