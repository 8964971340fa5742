import { DriftKind } from '@stoa/contract/services/meta/drift'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import { PROTECTED_SCHEMAS } from '../protected-schemas.ts'

const DatabaseObject = z.object({
  kind: DriftKind,
  schema: z.string(),
  table: z.string().nullable(),
  name: z.string(),
  /** The oid; for a column, that of its table. */
  id: z.int(),
  /** A trigger that calls a function of the platform, as webhooks create it. */
  is_platforms: z.boolean(),
})
export type DatabaseObject = z.infer<typeof DatabaseObject>

const isOfExtension = (catalogue: string, id: Sql): Sql => sql`
  exists (
    select from pg_depend d
    where d.classid = ${catalogue}::text::regclass and d.objid = ${id} and d.deptype = 'e'
  )`

/** The objects of the schemas that are not the platform's and that no extension brought along. */
export const readDatabaseObjects = (tx: Session): Promise<DatabaseObject[]> =>
  tx.many(
    sql`
      with own_schema as (
        select n.oid, n.nspname from pg_namespace n
        where n.nspname <> all (${[...PROTECTED_SCHEMAS, 'supabase_migrations']}::text[])
          and n.nspname !~ '^pg_' and not ${isOfExtension('pg_namespace', sql`n.oid`)}
      ),
      own_relation as (
        select c.oid, c.relname, c.relkind, n.nspname
        from pg_class c join own_schema n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'f', 'v', 'm', 'S')
          and not ${isOfExtension('pg_class', sql`c.oid`)}
          -- The sequence of an identity or serial column belongs to its column.
          and not (c.relkind = 'S' and exists (
            select from pg_depend d
            where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')
              and d.refclassid = 'pg_class'::regclass and d.refobjsubid > 0
          ))
      )
      select
        case r.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'view' else 'table' end
          as kind,
        r.nspname::text as schema, null::text as "table", r.relname::text as name, r.oid as id,
        false as is_platforms
      from own_relation r
      union all
      select 'column', r.nspname::text, r.relname::text, a.attname::text, r.oid, false
      from own_relation r join pg_attribute a on a.attrelid = r.oid
      where r.relkind in ('r', 'p', 'f') and a.attnum > 0 and not a.attisdropped
      union all
      select 'index', r.nspname::text, r.relname::text, i.relname::text, i.oid, false
      from own_relation r
      join pg_index x on x.indrelid = r.oid
      join pg_class i on i.oid = x.indexrelid
      where not i.relispartition and not exists (
        select from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x')
      )
      union all
      select 'trigger', r.nspname::text, r.relname::text, t.tgname::text, t.oid,
        f.pronamespace::regnamespace::text = any (${PROTECTED_SCHEMAS}::text[])
      from own_relation r
      join pg_trigger t on t.tgrelid = r.oid
      join pg_proc f on f.oid = t.tgfoid
      where not t.tgisinternal and t.tgparentid = 0
      union all
      select 'policy', r.nspname::text, r.relname::text, p.polname::text, p.oid, false
      from own_relation r join pg_policy p on p.polrelid = r.oid
      union all
      select 'function', n.nspname::text, null, p.proname::text, p.oid, false
      from pg_proc p join own_schema n on n.oid = p.pronamespace
      where p.prokind <> 'a' and not ${isOfExtension('pg_proc', sql`p.oid`)}
        and not exists (
          select from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'i'
        )
      union all
      select 'type', n.nspname::text, null, t.typname::text, t.oid, false
      from pg_type t
      join own_schema n on n.oid = t.typnamespace
      left join pg_class c on c.oid = t.typrelid
      where (t.typtype in ('d', 'e', 'r') or c.relkind = 'c')
        and not ${isOfExtension('pg_type', sql`t.oid`)}
      union all
      select 'schema', n.nspname::text, null, n.nspname::text, n.oid, false
      from own_schema n where n.nspname <> 'public'`,
    DatabaseObject,
  )

const SEQUENCE = sql`
  format('create sequence %s as %s increment by %s minvalue %s maxvalue %s start with %s%s',
    s.seqrelid::regclass, format_type(s.seqtypid, null), s.seqincrement, s.seqmin, s.seqmax,
    s.seqstart, case when s.seqcycle then ' cycle' end)`

/** The statements that create the sequences of serial columns, and those that tie them to these. */
export const readSerialSequences = (tx: Session, id: number) =>
  tx.many(
    sql`
      select ${SEQUENCE} as creation, format(
        'alter sequence %s owned by %s.%I', s.seqrelid::regclass, d.refobjid::regclass, a.attname
      ) as ownership
      from pg_depend d
      join pg_sequence s on s.seqrelid = d.objid
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
        and d.refobjid = ${String(id)}::oid and d.deptype = 'a'
      order by a.attnum`,
    z.object({ creation: z.string(), ownership: z.string() }),
  )

const Definition = z.object({ definition: z.string().nullable() })

/** The statement that creates an object; null for one that Postgres cannot print. */
export async function readCreation(tx: Session, object: DatabaseObject): Promise<string | null> {
  const found = await tx.maybe(creationSql(object), Definition)
  return found?.definition ?? null
}

function creationSql({ kind, id, name }: DatabaseObject): Sql {
  const oid = sql`${String(id)}::oid`
  switch (kind) {
    case 'index':
      return sql`select pg_get_indexdef(${oid}) as definition`
    case 'trigger':
      return sql`select pg_get_triggerdef(${oid}) as definition`
    case 'function':
      return sql`select pg_get_functiondef(${oid}) as definition`
    case 'schema':
      return sql`select format('create schema %I', ${name}::text) as definition`
    case 'column':
      return sql`
        select format('alter table %s add column %I %s', a.attrelid::regclass, a.attname, concat(
          format_type(a.atttypid, a.atttypmod),
          case when a.attgenerated = '' then ' default ' || pg_get_expr(d.adbin, d.adrelid) end,
          case a.attidentity
            when 'a' then ' generated always as identity'
            when 'd' then ' generated by default as identity'
          end,
          case when a.attgenerated <> '' then format(' generated always as (%s) %s',
            pg_get_expr(d.adbin, d.adrelid), case a.attgenerated when 'v' then 'virtual' else 'stored' end) end,
          case when a.attnotnull then ' not null' end
        )) as definition
        from pg_attribute a
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = ${oid} and a.attname = ${name}::text`
    case 'sequence':
      return sql`select ${SEQUENCE} as definition from pg_sequence s where s.seqrelid = ${oid}`
    case 'type':
      return sql`
        select format('create type %s as enum (%s)', ${oid}::regtype, string_agg(
          quote_literal(e.enumlabel), ', ' order by e.enumsortorder)) as definition
        from pg_enum e where e.enumtypid = ${oid} having count(*) > 0`
    case 'policy':
      return sql`
        select format('create policy %I on %s%s for %s to %s%s%s', p.polname, p.polrelid::regclass,
          case when not p.polpermissive then ' as restrictive' end,
          case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
            when 'd' then 'delete' else 'all' end,
          case when p.polroles = '{0}' then 'public' else (
            select string_agg(quote_ident(r.rolname), ', ' order by r.rolname)
            from pg_roles r where r.oid = any (p.polroles)
          ) end,
          ' using (' || pg_get_expr(p.polqual, p.polrelid) || ')',
          ' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')'
        ) as definition
        from pg_policy p where p.oid = ${oid}`
    default:
      return sql`select null::text as definition`
  }
}
