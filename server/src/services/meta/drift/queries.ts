import { DriftKind } from '@stoa/contract/services/meta/drift'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import { PROTECTED_SCHEMAS } from '../protected-schemas.ts'
import { COLUMN, ENUM, POLICY, SEQUENCE, VIEW } from './definition-sql.ts'
import { normalType } from './definitions/type-text.ts'
import { MAX_DEFINITION_BYTES, MAX_DEFINITIONS_BYTES } from './limits.ts'

const DatabaseObject = z
  .object({
    kind: DriftKind,
    schema: z.string(),
    table: z.string().nullable(),
    name: z.string(),
    /** The oid; for a column, that of its table. */
    id: z.int(),
    /** A trigger that calls a function of the platform, as webhooks create it. */
    is_platforms: z.boolean(),
    /** The types of a function's arguments. */
    argument_types: z.array(z.string()).nullable(),
    /** The SQL that creates it, or the part of a table; null if there is none, or it is too long. */
    definition: z.string().nullable(),
  })
  .transform((object) => ({
    ...object,
    /** The same types as they are compared. */
    signature: object.argument_types && object.argument_types.map(normalType).join(', '),
  }))
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
        select c.oid, c.relname, c.relkind, c.reloptions, c.relrowsecurity, c.relforcerowsecurity, n.nspname
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
      , object (kind, schema, "table", name, id, is_platforms, argument_types, definition) as (
      select
        case r.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'view' else 'table' end,
        r.nspname::text, null::text, r.relname::text, r.oid, false, null::text[],
        case
          when r.relkind = 'S' then (select ${SEQUENCE} from pg_sequence s where s.seqrelid = r.oid)
          when r.relkind in ('v', 'm') then ${VIEW}
          else concat_ws(', ',
            case when r.relrowsecurity then 'enable row level security' end,
            case when r.relforcerowsecurity then 'force row level security' end)
        end
      from own_relation r
      union all
      select 'column', r.nspname::text, r.relname::text, a.attname::text, r.oid, false, null, ${COLUMN}
      from own_relation r
      join pg_attribute a on a.attrelid = r.oid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where r.relkind in ('r', 'p', 'f') and a.attnum > 0 and not a.attisdropped
      union all
      select 'constraint', r.nspname::text, r.relname::text, k.conname::text, k.oid, false, null,
        pg_get_constraintdef(k.oid)
      from own_relation r
      join pg_constraint k on k.conrelid = r.oid
      where r.relkind in ('r', 'p', 'f') and k.contype in ('p', 'u', 'c', 'f', 'x')
        and k.conislocal and k.conparentid = 0
      union all
      select 'index', r.nspname::text, r.relname::text, i.relname::text, i.oid, false, null,
        pg_get_indexdef(i.oid)
      from own_relation r
      join pg_index x on x.indrelid = r.oid
      join pg_class i on i.oid = x.indexrelid
      where not i.relispartition and not exists (
        select from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x')
      )
      union all
      select 'trigger', r.nspname::text, r.relname::text, t.tgname::text, t.oid,
        f.pronamespace::regnamespace::text = any (${PROTECTED_SCHEMAS}::text[]), null,
        pg_get_triggerdef(t.oid)
      from own_relation r
      join pg_trigger t on t.tgrelid = r.oid
      join pg_proc f on f.oid = t.tgfoid
      where not t.tgisinternal and t.tgparentid = 0
      union all
      select 'policy', r.nspname::text, r.relname::text, p.polname::text, p.oid, false, null, ${POLICY}
      from own_relation r join pg_policy p on p.polrelid = r.oid
      union all
      select 'function', n.nspname::text, null, p.proname::text, p.oid, false,
        array(
          select format_type(each.type, null)
          from unnest(p.proargtypes) with ordinality as each (type, place)
          order by place
        ), pg_get_functiondef(p.oid)
      from pg_proc p join own_schema n on n.oid = p.pronamespace
      where p.prokind <> 'a' and not ${isOfExtension('pg_proc', sql`p.oid`)}
        and not exists (
          select from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'i'
        )
      union all
      select 'type', n.nspname::text, null, t.typname::text, t.oid, false, null, ${ENUM}
      from pg_type t
      join own_schema n on n.oid = t.typnamespace
      left join pg_class c on c.oid = t.typrelid
      where (t.typtype in ('d', 'e', 'r') or c.relkind = 'c')
        and not ${isOfExtension('pg_type', sql`t.oid`)}
      union all
      select 'schema', n.nspname::text, null, n.nspname::text, n.oid, false, null, null
      from own_schema n where n.nspname <> 'public'
      )
      select kind, schema, "table", name, id, is_platforms, argument_types,
        case
          when octet_length(definition) <= ${MAX_DEFINITION_BYTES}::int
            and sum(octet_length(definition)) over (rows unbounded preceding)
              <= ${MAX_DEFINITIONS_BYTES}::bigint
          then definition
        end as definition
      from object`,
    DatabaseObject,
  )

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
        select format('alter table %s add column %I %s', a.attrelid::regclass, a.attname, ${COLUMN})
          as definition
        from pg_attribute a
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = ${oid} and a.attname = ${name}::text`
    case 'sequence':
      return sql`select ${SEQUENCE} as definition from pg_sequence s where s.seqrelid = ${oid}`
    case 'type':
      return sql`select ${ENUM} as definition from pg_type t where t.oid = ${oid}`
    case 'constraint':
      return sql`
        select format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname,
          pg_get_constraintdef(k.oid)) as definition
        from pg_constraint k where k.oid = ${oid}`
    case 'policy':
      return sql`select ${POLICY} as definition from pg_policy p where p.oid = ${oid}`
    default:
      return sql`select null::text as definition`
  }
}
