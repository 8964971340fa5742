import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type { Session } from '../../../postgres/database.ts'
import { quoteIdent, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { CASCADE, undoWith } from '../ddl/undo-sql.ts'
import type { Undo } from '../history/undo.ts'
import { nameSql } from './name-sql.ts'
import { createPolicies } from './table-object-sql.ts'
import { readDefinition, readPolicy } from './undo-queries.ts'

type Drop = Extract<ObjectChange, { kind: 'drop' }>
type Dropped<Type extends Drop['object']['type']> = Extract<Drop['object'], { type: Type }>

const UNREAD: Undo = { impossible: 'The definition of the object could not be read.' }

/** The statement that creates a dropped object again. */
export async function undoDrop(tx: Session, { object, cascade }: Drop): Promise<Undo> {
  if (cascade) return CASCADE
  switch (object.type) {
    case 'policy':
      return undoPolicy(tx, object)
    case 'schema':
      return { ...undoWith(sql`create schema ${nameSql(object.name)}`), loss: LOSS }
    case 'publication':
      return restored(await readDefinition(tx, publicationDefinition(object)), SUPERUSERS)
    case 'type':
      if (object.is_domain) return UNSUPPORTED_TYPE
      return restored(await readDefinition(tx, enumDefinition(object)), UNSUPPORTED_TYPE)
    case 'function':
      return restored(await readDefinition(tx, functionDefinition(object)))
    case 'view':
      return restored(await readDefinition(tx, viewDefinition(object)))
    case 'trigger':
      return restored(await readDefinition(tx, triggerDefinition(object)))
    case 'sequence':
      return restored(await readDefinition(tx, sequenceDefinition(object)))
    case 'extension':
      return restored(await readDefinition(tx, extensionDefinition(object)))
  }
}

const LOSS = 'Its comment and privileges are not restored.'

const UNSUPPORTED_TYPE: Undo = {
  impossible: 'Only enumerated types can be created again. Create the type under Types.',
}

const SUPERUSERS: Undo = {
  impossible: 'Only a superuser can create a publication of all tables or of whole schemas.',
}

const restored = (definition: string | undefined, otherwise: Undo = UNREAD): Undo =>
  definition === undefined ? otherwise : { statements: [rawSql(definition)], loss: LOSS }

async function undoPolicy(tx: Session, object: Dropped<'policy'>): Promise<Undo> {
  const policy = await readPolicy(tx, object)
  if (policy === undefined) return UNREAD
  return undoWith(
    ...createPolicies({
      kind: 'create_policies',
      table: { schema: object.schema, name: object.table },
      policies: [{ ...policy, is_restrictive: !policy.is_permissive }],
    }),
  )
}

const functionDefinition = ({ id }: Dropped<'function'>): Sql => sql`
  select pg_get_functiondef(p.oid) as definition
  from pg_proc p where p.oid = ${String(id)}::oid and p.prokind <> 'a'`

const viewDefinition = ({ schema, name, is_materialized: isMaterialized }: Dropped<'view'>) => sql`
  select format(
    'create %s %I.%I%s as %s',
    ${isMaterialized ? 'materialized view' : 'view'}::text, n.nspname, c.relname,
    ' with (' || array_to_string(c.reloptions, ', ') || ')',
    rtrim(pg_get_viewdef(c.oid), '; ')
  ) as definition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.oid = to_regclass(${quoteIdent(schema, name)}::text)`

const triggerDefinition = ({ schema, table, name }: Dropped<'trigger'>): Sql => sql`
  select pg_get_triggerdef(t.oid) as definition
  from pg_trigger t
  where t.tgrelid = to_regclass(${quoteIdent(schema, table)}::text)
    and t.tgname = ${name}::text and not t.tgisinternal`

const sequenceDefinition = ({ schema, name }: Dropped<'sequence'>): Sql => sql`
  select format(
    'create sequence %I.%I as %s increment by %s minvalue %s maxvalue %s start with %s cache %s%s',
    s.schemaname, s.sequencename, s.data_type, s.increment_by, s.min_value, s.max_value,
    coalesce(s.last_value + s.increment_by, s.start_value), s.cache_size,
    case when s.cycle then ' cycle' end
  ) as definition
  from pg_sequences s
  where s.schemaname = ${schema}::text and s.sequencename = ${name}::text`

const enumDefinition = ({ schema, name }: Dropped<'type'>): Sql => sql`
  select format('create type %I.%I as enum (%s)', n.nspname, t.typname, (
    select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
    from pg_enum e where e.enumtypid = t.oid
  )) as definition
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where n.nspname = ${schema}::text and t.typname = ${name}::text and t.typtype = 'e'`

const extensionDefinition = ({ name }: Dropped<'extension'>): Sql => sql`
  select format('create extension %I with schema %I', e.extname, n.nspname) as definition
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname = ${name}::text`

/** Tables with their columns and conditions; null for a publication that only a superuser can create. */
const publicationDefinition = ({ name }: Dropped<'publication'>): Sql => sql`
  select case when not p.puballtables and not exists (
    select from pg_publication_namespace s where s.pnpubid = p.oid
  ) then
    format('create publication %I', p.pubname) || coalesce(' for ' || (
      select string_agg(
        concat(
          'table ', r.prrelid::regclass,
          ' (' || (
            select string_agg(quote_ident(a.attname), ', ' order by a.attnum)
            from pg_attribute a
            where a.attrelid = r.prrelid and a.attnum = any (r.prattrs::int2[])
          ) || ')',
          ' where ' || pg_get_expr(r.prqual, r.prrelid)
        ),
        ', ' order by r.prrelid::regclass::text
      )
      from pg_publication_rel r where r.prpubid = p.oid
    ), '') || format(
      ' with (publish = %L, publish_via_partition_root = %L)',
      concat_ws(', ',
        case when p.pubinsert then 'insert' end, case when p.pubupdate then 'update' end,
        case when p.pubdelete then 'delete' end, case when p.pubtruncate then 'truncate' end
      ),
      p.pubviaroot
    )
  end as definition
  from pg_publication p where p.pubname = ${name}::text`
