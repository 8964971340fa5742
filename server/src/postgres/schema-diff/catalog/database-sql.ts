import { sql, type Sql } from '../../sql.ts'
import {
  comment,
  foreignOptions,
  isOfExtension,
  ownerName,
  ownSchemas,
  privileges,
} from './scope-sql.ts'

export const schemas = (ignored: readonly string[]): Sql => sql`
  select 'schema' as kind, n.name as schema, null::text as parent, n.name as name,
    jsonb_build_object(
      'owner', ${ownerName(sql`n.owner`)},
      'privileges', ${privileges(sql`n.acl`, 'n', sql`n.owner`)},
      'comment', ${comment('pg_namespace', sql`n.oid`)}
    ) as properties
  from (${ownSchemas(ignored)}) n`

/** Versions are left out: each project has the one of its engine. */
export const extensions = (): Sql => sql`
  select 'extension' as kind, null::text as schema, null::text as parent, e.extname::text as name,
    jsonb_build_object('schema', n.nspname) as properties
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace`

/** Only the owner's: the platform's own are the same in every project. */
export const eventTriggers = (): Sql => sql`
  select 'event trigger' as kind, null::text as schema, null::text as parent, t.evtname::text as name,
    jsonb_build_object(
      'event', t.evtevent, 'tags', to_jsonb(t.evttags), 'enabled', t.evtenabled,
      'function', t.evtfoid::regprocedure::text,
      'comment', ${comment('pg_event_trigger', sql`t.oid`)}
    ) as properties
  from pg_event_trigger t
  where pg_has_role(t.evtowner, 'USAGE') and not ${isOfExtension('pg_event_trigger', sql`t.oid`)}`

export const publications = (ignored: readonly string[]): Sql => sql`
  select 'publication' as kind, null::text as schema, null::text as parent, p.pubname::text as name,
    jsonb_build_object(
      'all_tables', p.puballtables, 'insert', p.pubinsert, 'update', p.pubupdate,
      'delete', p.pubdelete, 'truncate', p.pubtruncate, 'via_root', p.pubviaroot,
      'generated', to_jsonb(p) -> 'pubgencols',
      'schemas', (
        select jsonb_agg(s.pnnspid::regnamespace::text order by s.pnnspid::regnamespace::text)
        from pg_publication_namespace s where s.pnpubid = p.oid
      ),
      'tables', (
        select jsonb_agg(concat(r.prrelid::regclass, ' ', (
            select string_agg(quote_ident(a.attname), ',' order by a.attname) from pg_attribute a
            where a.attrelid = r.prrelid and a.attnum = any (r.prattrs::int2[])
          ), ' where ' || pg_get_expr(r.prqual, r.prrelid)) order by r.prrelid::regclass::text)
        from pg_publication_rel r
        join pg_class c on c.oid = r.prrelid
        join (${ownSchemas(ignored)}) n on n.oid = c.relnamespace
        where r.prpubid = p.oid
      ),
      'owner', ${ownerName(sql`p.pubowner`)}, 'comment', ${comment('pg_publication', sql`p.oid`)}
    ) as properties
  from pg_publication p where not ${isOfExtension('pg_publication', sql`p.oid`)}`

/** Wrappers, servers and user mappings, without the values of options that can be secrets. */
export const foreignServers = (): Sql => sql`
  select 'foreign data wrapper' as kind, null::text as schema, null::text as parent,
    w.fdwname::text as name,
    jsonb_build_object(
      'handler', w.fdwhandler::regproc::text, 'validator', w.fdwvalidator::regproc::text,
      'options', ${foreignOptions(sql`w.fdwoptions`)},
      'privileges', ${privileges(sql`w.fdwacl`, 'F', sql`w.fdwowner`)},
      'comment', ${comment('pg_foreign_data_wrapper', sql`w.oid`)}
    ) as properties
  from pg_foreign_data_wrapper w
  where not ${isOfExtension('pg_foreign_data_wrapper', sql`w.oid`)}
  union all
  select 'foreign server', null, null, s.srvname::text,
    jsonb_build_object(
      'wrapper', (select w.fdwname from pg_foreign_data_wrapper w where w.oid = s.srvfdw),
      'type', s.srvtype, 'version', s.srvversion, 'options', ${foreignOptions(sql`s.srvoptions`)},
      'owner', ${ownerName(sql`s.srvowner`)},
      'privileges', ${privileges(sql`s.srvacl`, 'S', sql`s.srvowner`)},
      'comment', ${comment('pg_foreign_server', sql`s.oid`)}
    )
  from pg_foreign_server s where not ${isOfExtension('pg_foreign_server', sql`s.oid`)}
  union all
  select 'user mapping', null, m.srvname::text, m.usename::text,
    jsonb_build_object('options', (
      select jsonb_agg(option_name order by option_name) from pg_options_to_table(m.umoptions)
    ))
  from pg_user_mappings m`

export const defaultPrivileges = (ignored: readonly string[]): Sql => sql`
  select 'default privileges' as kind, n.name as schema, r.rolname::text as parent,
    case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions'
      when 'T' then 'types' when 'n' then 'schemas' else d.defaclobjtype::text end as name,
    jsonb_build_object('privileges', (
      select jsonb_agg(concat(coalesce(quote_ident(g.rolname), 'public'), ' ',
        lower(e.privilege_type), case when e.is_grantable then ' with grant option' end)
        order by g.rolname, e.privilege_type)
      from aclexplode(d.defaclacl) e left join pg_roles g on g.oid = e.grantee
    )) as properties
  from pg_default_acl d
  join pg_roles r on r.oid = d.defaclrole and pg_has_role(r.oid, 'USAGE')
  left join (${ownSchemas(ignored)}) n on n.oid = d.defaclnamespace
  where d.defaclnamespace = 0 or n.oid is not null`

export const languages = (): Sql => sql`
  select 'language' as kind, null::text as schema, null::text as parent, l.lanname::text as name,
    jsonb_build_object('trusted', l.lanpltrusted, 'handler', l.lanplcallfoid::regproc::text) as properties
  from pg_language l where l.lanispl and not ${isOfExtension('pg_language', sql`l.oid`)}
  union all
  select 'transform', null, (select l.lanname::text from pg_language l where l.oid = t.trflang),
    format_type(t.trftype, null),
    jsonb_build_object('from', t.trffromsql::regproc::text, 'to', t.trftosql::regproc::text)
  from pg_transform t where not ${isOfExtension('pg_transform', sql`t.oid`)}`
