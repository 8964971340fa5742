import { sql, type Sql } from '../../sql.ts'
import {
  comment,
  isInternal,
  isOfExtension,
  ownerName,
  ownSchemas,
  privileges,
} from './scope-sql.ts'

const own = (catalog: string, oid: Sql): Sql =>
  sql`not ${isOfExtension(catalog, oid)} and not ${isInternal(catalog, oid)}`

/** Enums, domains, composite, range and base types. */
export const types = (ignored: readonly string[]): Sql => sql`
  select case t.typtype when 'e' then 'enum' when 'd' then 'domain' when 'r' then 'range'
      when 'c' then 'composite type' else 'base type' end as kind,
    n.name as schema, null::text as parent, t.typname::text as name,
    jsonb_build_object(
      'values', (
        select jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid
      ),
      'attributes', (
        select jsonb_agg(concat(quote_ident(a.attname), ' ', format_type(a.atttypid, a.atttypmod),
          case when a.attcollation <> at.typcollation then ' collate ' || a.attcollation::regcollation end,
          ' comment ' || col_description(c.oid, a.attnum)) order by a.attnum)
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        join pg_type at on at.oid = a.atttypid
        where c.oid = t.typrelid
      ),
      'base', case when t.typtype = 'd' then format_type(t.typbasetype, t.typtypmod) end,
      'default', t.typdefault,
      'not_null', t.typnotnull,
      'collation', case when t.typtype = 'd' and t.typcollation <> 0
        then t.typcollation::regcollation::text end,
      'subtype', (
        select concat_ws(' ', format_type(r.rngsubtype, null), r.rngsubopc, r.rngcanonical::text,
          r.rngsubdiff::text, r.rngmultitypid::regtype::text)
        from (
          select rngsubtype, rngcanonical, rngsubdiff, rngmultitypid, rngtypid,
            (select o.opcname from pg_opclass o where o.oid = rngsubopc) as rngsubopc
          from pg_range
        ) r where r.rngtypid = t.oid
      ),
      'functions', case when t.typtype = 'b' then concat_ws(' ', t.typinput::text, t.typoutput::text,
        t.typlen, t.typalign, t.typstorage, t.typcategory) end,
      'owner', ${ownerName(sql`t.typowner`)},
      'privileges', ${privileges(sql`t.typacl`, 'T', sql`t.typowner`)},
      'comment', ${comment('pg_type', sql`t.oid`)}
    ) as properties
  from pg_type t
  join (${ownSchemas(ignored)}) n on n.oid = t.typnamespace
  left join pg_class c on c.oid = t.typrelid
  where (t.typtype in ('e', 'd', 'r') or c.relkind = 'c' or (t.typtype = 'b' and t.typelem = 0))
    and not ${isOfExtension('pg_type', sql`t.oid`)}`

export const collations = (ignored: readonly string[]): Sql => sql`
  select 'collation' as kind, n.name as schema, null::text as parent, c.collname::text as name,
    jsonb_build_object(
      'provider', c.collprovider, 'deterministic', c.collisdeterministic,
      'collate', c.collcollate, 'ctype', c.collctype,
      'locale', to_jsonb(c) -> 'colllocale', 'rules', to_jsonb(c) -> 'collicurules',
      'owner', ${ownerName(sql`c.collowner`)}, 'comment', ${comment('pg_collation', sql`c.oid`)}
    ) as properties
  from pg_collation c
  join (${ownSchemas(ignored)}) n on n.oid = c.collnamespace
  where ${own('pg_collation', sql`c.oid`)}`

/** Those of Postgres itself have lower numbers. */
const FIRST_OID = 16_384

export const casts = (): Sql => sql`
  select 'cast' as kind, null::text as schema, null::text as parent,
    concat(format_type(c.castsource, null), ' as ', format_type(c.casttarget, null)) as name,
    jsonb_build_object(
      'function', case when c.castfunc <> 0 then c.castfunc::regprocedure::text end,
      'context', c.castcontext, 'method', c.castmethod, 'comment', ${comment('pg_cast', sql`c.oid`)}
    ) as properties
  from pg_cast c where c.oid >= ${FIRST_OID}::int and ${own('pg_cast', sql`c.oid`)}`

export const operators = (ignored: readonly string[]): Sql => sql`
  select 'operator' as kind, n.name as schema, null::text as parent, o.oid::regoperator::text as name,
    jsonb_build_object(
      'function', o.oprcode::text, 'hashes', o.oprcanhash, 'merges', o.oprcanmerge,
      'commutator', case when o.oprcom <> 0 then o.oprcom::regoperator::text end,
      'negator', case when o.oprnegate <> 0 then o.oprnegate::regoperator::text end,
      'restrict', o.oprrest::text, 'join', o.oprjoin::text,
      'owner', ${ownerName(sql`o.oprowner`)}, 'comment', ${comment('pg_operator', sql`o.oid`)}
    ) as properties
  from pg_operator o
  join (${ownSchemas(ignored)}) n on n.oid = o.oprnamespace
  where ${own('pg_operator', sql`o.oid`)}
  union all
  select 'operator class', n.name, m.amname::text, c.opcname::text,
    jsonb_build_object(
      'type', format_type(c.opcintype, null), 'default', c.opcdefault,
      'key', case when c.opckeytype <> 0 then format_type(c.opckeytype, null) end,
      'owner', ${ownerName(sql`c.opcowner`)}, 'comment', ${comment('pg_opclass', sql`c.oid`)}
    )
  from pg_opclass c
  join (${ownSchemas(ignored)}) n on n.oid = c.opcnamespace
  join pg_am m on m.oid = c.opcmethod
  where not ${isOfExtension('pg_opclass', sql`c.oid`)}
  union all
  select 'operator family', n.name, m.amname::text, f.opfname::text,
    jsonb_build_object(
      'operators', (
        select jsonb_agg(concat(a.amopstrategy, ' ', a.amopopr::regoperator) order by a.amopstrategy, a.amopopr::regoperator::text)
        from pg_amop a where a.amopfamily = f.oid
      ),
      'functions', (
        select jsonb_agg(concat(a.amprocnum, ' ', a.amproc::regprocedure) order by a.amprocnum, a.amproc::regprocedure::text)
        from pg_amproc a where a.amprocfamily = f.oid
      ),
      'owner', ${ownerName(sql`f.opfowner`)}
    )
  from pg_opfamily f
  join (${ownSchemas(ignored)}) n on n.oid = f.opfnamespace
  join pg_am m on m.oid = f.opfmethod
  where not ${isOfExtension('pg_opfamily', sql`f.oid`)}
  union all
  select 'conversion', n.name, null, c.conname::text,
    jsonb_build_object(
      'from', pg_encoding_to_char(c.conforencoding), 'to', pg_encoding_to_char(c.contoencoding),
      'function', c.conproc::text, 'default', c.condefault
    )
  from pg_conversion c
  join (${ownSchemas(ignored)}) n on n.oid = c.connamespace
  where not ${isOfExtension('pg_conversion', sql`c.oid`)}`

export const textSearch = (ignored: readonly string[]): Sql => sql`
  select 'text search configuration' as kind, n.name as schema, null::text as parent,
    c.cfgname::text as name,
    jsonb_build_object(
      'parser', (select p.prsname from pg_ts_parser p where p.oid = c.cfgparser),
      'mappings', (
        select jsonb_agg(concat(m.maptokentype, ' ', m.mapdict::regdictionary)
          order by m.maptokentype, m.mapseqno)
        from pg_ts_config_map m where m.mapcfg = c.oid
      ),
      'owner', ${ownerName(sql`c.cfgowner`)}, 'comment', ${comment('pg_ts_config', sql`c.oid`)}
    ) as properties
  from pg_ts_config c
  join (${ownSchemas(ignored)}) n on n.oid = c.cfgnamespace
  where not ${isOfExtension('pg_ts_config', sql`c.oid`)}
  union all
  select 'text search dictionary', n.name, null, d.dictname::text,
    jsonb_build_object(
      'template', (select t.tmplname from pg_ts_template t where t.oid = d.dicttemplate),
      'options', d.dictinitoption, 'owner', ${ownerName(sql`d.dictowner`)},
      'comment', ${comment('pg_ts_dict', sql`d.oid`)}
    )
  from pg_ts_dict d
  join (${ownSchemas(ignored)}) n on n.oid = d.dictnamespace
  where not ${isOfExtension('pg_ts_dict', sql`d.oid`)}
  union all
  select 'text search parser', n.name, null, p.prsname::text,
    jsonb_build_object('start', p.prsstart::text, 'token', p.prstoken::text, 'end', p.prsend::text)
  from pg_ts_parser p
  join (${ownSchemas(ignored)}) n on n.oid = p.prsnamespace
  where not ${isOfExtension('pg_ts_parser', sql`p.oid`)}
  union all
  select 'text search template', n.name, null, t.tmplname::text,
    jsonb_build_object('init', t.tmplinit::text, 'lexize', t.tmpllexize::text)
  from pg_ts_template t
  join (${ownSchemas(ignored)}) n on n.oid = t.tmplnamespace
  where not ${isOfExtension('pg_ts_template', sql`t.oid`)}`
