import { sql, type Sql } from '../../sql.ts'
import {
  comment,
  foreignOptions,
  isInternal,
  isOfExtension,
  ownerName,
  ownSchemas,
  privileges,
} from './scope-sql.ts'

const relations = (ignored: readonly string[]): Sql => sql`
  select c.*, n.name as schema_name
  from pg_class c
  join (${ownSchemas(ignored)}) n on n.oid = c.relnamespace
  where not ${isOfExtension('pg_class', sql`c.oid`)}`

/** Tables, partitioned and foreign tables, and partitions. */
export const tables = (ignored: readonly string[]): Sql => sql`
  select 'table' as kind, c.schema_name as schema, null::text as parent, c.relname::text as name,
    jsonb_build_object(
      'form', case c.relkind when 'p' then 'partitioned' when 'f' then 'foreign' else 'plain' end,
      'persistence', c.relpersistence,
      'row_security', c.relrowsecurity,
      'forced_row_security', c.relforcerowsecurity,
      'replica_identity', c.relreplident,
      'storage_parameters', (select jsonb_agg(o order by o) from unnest(c.reloptions) o),
      'toast_parameters', (
        select jsonb_agg(o order by o) from pg_class t, unnest(t.reloptions) o
        where t.oid = c.reltoastrelid
      ),
      'access_method', (select am.amname from pg_am am where am.oid = c.relam),
      'tablespace', (select s.spcname from pg_tablespace s where s.oid = c.reltablespace),
      'partition_key', case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end,
      'partition_bound', pg_get_expr(c.relpartbound, c.oid),
      'inherits', (
        select jsonb_agg(i.inhparent::regclass::text order by i.inhseqno)
        from pg_inherits i where i.inhrelid = c.oid
      ),
      'of_type', case when c.reloftype <> 0 then c.reloftype::regtype::text end,
      'server', (
        select s.srvname from pg_foreign_table f join pg_foreign_server s on s.oid = f.ftserver
        where f.ftrelid = c.oid
      ),
      'options', (
        select ${foreignOptions(sql`f.ftoptions`)} from pg_foreign_table f where f.ftrelid = c.oid
      ),
      'owner', ${ownerName(sql`c.relowner`)},
      'privileges', ${privileges(sql`c.relacl`, 'r', sql`c.relowner`)},
      'comment', ${comment('pg_class', sql`c.oid`)}
    ) as properties
  from (${relations(ignored)}) c
  where c.relkind in ('r', 'p', 'f')`

export const columns = (ignored: readonly string[]): Sql => sql`
  select 'column' as kind, c.schema_name as schema, c.relname::text as parent,
    a.attname::text as name,
    jsonb_build_object(
      'type', format_type(a.atttypid, a.atttypmod),
      'collation', case when a.attcollation <> t.typcollation then a.attcollation::regcollation::text end,
      'not_null', a.attnotnull,
      'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
      'generated', case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end,
      'generated_form', case a.attgenerated when 'v' then 'virtual' when 's' then 'stored' end,
      'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
      'sequence', (
        select concat_ws(' ', s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle)
        from pg_depend p join pg_sequence s on s.seqrelid = p.objid
        where a.attidentity <> '' and p.classid = 'pg_class'::regclass and p.deptype = 'i'
          and p.refclassid = 'pg_class'::regclass and p.refobjid = c.oid and p.refobjsubid = a.attnum
      ),
      'storage', a.attstorage,
      'compression', nullif(a.attcompression, ''),
      'statistics', nullif(a.attstattarget, -1),
      'options', (select jsonb_agg(o order by o) from unnest(a.attoptions) o),
      'foreign_options', ${foreignOptions(sql`a.attfdwoptions`)},
      'is_local', a.attislocal,
      'privileges', (
        select jsonb_agg(concat(coalesce(quote_ident(r.rolname), 'public'), ' ',
          lower(e.privilege_type), case when e.is_grantable then ' with grant option' end)
          order by r.rolname, e.privilege_type)
        from aclexplode(a.attacl) e left join pg_roles r on r.oid = e.grantee
      ),
      'comment', col_description(c.oid, a.attnum)
    ) as properties
  from (${relations(ignored)}) c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relkind in ('r', 'p', 'f')`

/** Constraints of tables and domains, including the names of NOT NULL constraints (18). */
export const constraints = (ignored: readonly string[]): Sql => sql`
  select 'constraint' as kind, coalesce(c.schema_name, n.name) as schema,
    coalesce(c.relname::text, t.typname::text) as parent, k.conname::text as name,
    jsonb_build_object(
      'of', case when k.contypid = 0 then 'table' else 'domain' end,
      'definition', pg_get_constraintdef(k.oid),
      'is_local', k.conislocal,
      'comment', ${comment('pg_constraint', sql`k.oid`)}
    ) as properties
  from pg_constraint k
  left join (${relations(ignored)}) c on c.oid = k.conrelid
  left join pg_type t on t.oid = k.contypid and not ${isOfExtension('pg_type', sql`t.oid`)}
  left join (${ownSchemas(ignored)}) n on n.oid = t.typnamespace
  where (c.oid is not null or n.oid is not null) and k.contype <> 't'
    -- What a partition has from its parent follows the parent.
    and k.conparentid = 0 and k.conislocal`

export const indexes = (ignored: readonly string[]): Sql => sql`
  select 'index' as kind, c.schema_name as schema, tab.relname::text as parent,
    c.relname::text as name,
    jsonb_build_object(
      'definition', pg_get_indexdef(c.oid),
      'valid', x.indisvalid,
      'clustered', x.indisclustered,
      'replica_identity', x.indisreplident,
      'statistics', (
        select jsonb_agg(concat(a.attnum, '=', a.attstattarget) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and coalesce(a.attstattarget, -1) <> -1
      ),
      'comment', ${comment('pg_class', sql`c.oid`)}
    ) as properties
  from (${relations(ignored)}) c
  join pg_index x on x.indexrelid = c.oid
  join pg_class tab on tab.oid = x.indrelid
  where not c.relispartition`

export const sequences = (ignored: readonly string[]): Sql => sql`
  select 'sequence' as kind, c.schema_name as schema, null::text as parent, c.relname::text as name,
    jsonb_build_object(
      'type', format_type(s.seqtypid, null),
      'start', s.seqstart, 'increment', s.seqincrement, 'minimum', s.seqmin, 'maximum', s.seqmax,
      'cache', s.seqcache, 'cycle', s.seqcycle,
      'persistence', c.relpersistence,
      'owned_by', (
        select format('%s.%I', d.refobjid::regclass, a.attname)
        from pg_depend d
        join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'a'
          and d.refclassid = 'pg_class'::regclass
      ),
      'owner', ${ownerName(sql`c.relowner`)},
      'privileges', ${privileges(sql`c.relacl`, 's', sql`c.relowner`)},
      'comment', ${comment('pg_class', sql`c.oid`)}
    ) as properties
  from (${relations(ignored)}) c
  join pg_sequence s on s.seqrelid = c.oid
  -- The sequence of an identity column is part of its column.
  where not ${isInternal('pg_class', sql`c.oid`)}`

export const views = (ignored: readonly string[]): Sql => sql`
  select case c.relkind when 'm' then 'materialized view' else 'view' end as kind,
    c.schema_name as schema, null::text as parent, c.relname::text as name,
    jsonb_build_object(
      'definition', pg_get_viewdef(c.oid),
      'columns', (
        select jsonb_agg(concat(quote_ident(a.attname), ' ', format_type(a.atttypid, a.atttypmod),
          ' default ' || pg_get_expr(d.adbin, d.adrelid), ' comment ' || col_description(c.oid, a.attnum),
          ' privileges ' || a.attacl::text) order by a.attnum)
        from pg_attribute a
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ),
      'options', (select jsonb_agg(o order by o) from unnest(c.reloptions) o),
      'owner', ${ownerName(sql`c.relowner`)},
      'privileges', ${privileges(sql`c.relacl`, 'r', sql`c.relowner`)},
      'comment', ${comment('pg_class', sql`c.oid`)}
    ) as properties
  from (${relations(ignored)}) c
  where c.relkind in ('v', 'm')`

export const statistics = (ignored: readonly string[]): Sql => sql`
  select 'statistics' as kind, n.name as schema, null::text as parent, s.stxname::text as name,
    jsonb_build_object(
      'definition', pg_get_statisticsobjdef(s.oid),
      'target', nullif(s.stxstattarget, -1),
      'owner', ${ownerName(sql`s.stxowner`)},
      'comment', ${comment('pg_statistic_ext', sql`s.oid`)}
    ) as properties
  from pg_statistic_ext s
  join (${ownSchemas(ignored)}) n on n.oid = s.stxnamespace
  where not ${isOfExtension('pg_statistic_ext', sql`s.oid`)}`
