import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import { ENUM, POLICY, VIEW } from '../drift/definition-sql.ts'
import { removalSql } from '../drift/removal-sql.ts'
import type { Address } from '../drift/reading/state.ts'
import type { TextChange } from './text-changes.ts'
import { textOf } from './undo.ts'

/** An expression of type text[], computed after the change. It is empty if there is no undo. */
export type TextUndo = Sql

/** Undoes the last change first; null if one of them cannot be undone. */
export const combinedUndo = (undos: readonly TextUndo[]): Sql => sql`
  select case when bool_and(cardinality(undo) > 0) then
    array_agg(statement order by place, line)
  end
  from (values ${joinSql(undos.map((undo, place) => sql`(${String(place)}::int, ${undo})`))})
    as each (place, undo)
  left join lateral unnest(undo) with ordinality as lines (statement, line) on true`

/** Reads the object before the change; undefined if the change cannot be undone. */
export async function readTextUndo(tx: Session, change: TextChange): Promise<TextUndo | undefined> {
  const { verb, object } = change
  if (!(await isInPath(tx, object))) return undefined
  if (object.kind === 'function') return functionUndo(tx, object)
  const before = await readBefore(tx, object)
  if (verb === 'create' && before === undefined) return fixed(removalOf(change))
  if (before === undefined || before.definition === null) return undefined
  // No value of an enum can be deleted, and the other changes of types are not read.
  if (object.kind === 'type' && verb !== 'drop') return undefined
  if (verb === 'drop') return fixed(before.definition)
  if (object.kind === 'view')
    return change.isMaterialized ? undefined : viewUndo(change, before.definition, before.columns)
  return fixed(removalOf(change), before.definition)
}

const fixed = (...statements: readonly string[]): TextUndo => sql`${[...statements]}::text[]`

const removalOf = ({ object, isMaterialized }: TextChange): string =>
  isMaterialized
    ? textOf(sql`drop materialized view ${ident(object.schema, object.name)}`)
    : textOf(removalSql(object))

/** A name without a schema was read as one in `public`. */
async function isInPath(tx: Session, { schema }: Address): Promise<boolean> {
  if (schema !== 'public') return true
  const { name } = await tx.one(
    sql`select current_schema()::text as name`,
    z.object({ name: z.string().nullable() }),
  )
  return name === 'public'
}

const Before = z.object({
  definition: z.string().nullable(),
  columns: z.array(z.string()).nullable(),
})

function readBefore(tx: Session, { kind, schema, table, name }: Address) {
  const relation = (relationName: string) =>
    sql`(select c.oid from pg_class c where c.relname = ${relationName}::text
      and c.relnamespace = ${schemaId(schema)})`
  const none = sql`null::text[] as columns`
  switch (kind) {
    case 'view':
      return tx.maybe(
        sql`
          select ${VIEW} as definition, ${viewColumns(sql`r.oid`)} as columns
          from pg_class r
          where r.oid = ${relation(name)} and r.relkind in ('v', 'm')`,
        Before,
      )
    case 'trigger':
      return tx.maybe(
        sql`
          select pg_get_triggerdef(t.oid) as definition, ${none}
          from pg_trigger t
          where t.tgrelid = ${relation(table ?? '')} and t.tgname = ${name}::text
            and not t.tgisinternal`,
        Before,
      )
    case 'policy':
      return tx.maybe(
        sql`
          select ${POLICY} as definition, ${none}
          from pg_policy p
          where p.polrelid = ${relation(table ?? '')} and p.polname = ${name}::text`,
        Before,
      )
    default:
      return tx.maybe(
        sql`
          select ${ENUM} as definition, ${none}
          from pg_type t
          where t.typnamespace = ${schemaId(schema)} and t.typname = ${name}::text`,
        Before,
      )
  }
}

const schemaId = (schema: string): Sql =>
  sql`(select n.oid from pg_namespace n where n.nspname = ${schema}::text)`

const viewColumns = (id: Sql): Sql => sql`array(
  select concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod))
  from pg_attribute a
  where a.attrelid = ${id} and a.attnum > 0 and not a.attisdropped
  order by a.attnum
)`

/** A view that has got more columns has to be dropped to lose them again. */
function viewUndo(change: TextChange, definition: string, columns: readonly string[] | null): Sql {
  const { schema, name } = change.object
  const id = sql`(select c.oid from pg_class c where c.relname = ${name}::text
    and c.relnamespace = ${schemaId(schema)})`
  return sql`case when ${viewColumns(id)} = ${[...(columns ?? [])]}::text[]
    then ${fixed(definition)} else ${fixed(removalOf(change), definition)} end`
}

const Routine = z.object({ id: z.string(), definition: z.string() })

/** Only after the change is it known which overload the text has created, changed or dropped. */
async function functionUndo(tx: Session, { schema, name }: Address): Promise<TextUndo> {
  const before = await tx.many(
    sql`
      select p.oid::text as id, pg_get_functiondef(p.oid) as definition
      from pg_proc p
      where p.pronamespace = ${schemaId(schema)} and p.proname = ${name}::text
        and p.prokind in ('f', 'p')`,
    Routine,
  )
  return sql`array(
    select coalesce(before.definition, format('drop routine %I.%I(%s)',
      ${schema}::text, ${name}::text, pg_get_function_identity_arguments(p.oid)))
    from (
      select oid from pg_proc
      where pronamespace = ${schemaId(schema)} and proname = ${name}::text
        and prokind in ('f', 'p')
    ) p
    full join unnest(
      ${before.map(({ id }) => id)}::oid[], ${before.map(({ definition }) => definition)}::text[]
    ) as before (id, definition) on before.id = p.oid
    where p.oid is null or before.id is null or pg_get_functiondef(p.oid) <> before.definition
  )`
}
