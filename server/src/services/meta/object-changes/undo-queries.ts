import type { Policy } from '@stoa/contract/services/meta/catalogue'
import type { ObjectAddress } from '@stoa/contract/services/meta/object-changes'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { ident, quoteIdent, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { readPolicies } from '../catalogue/policies.ts'
import { OVERRIDDEN } from '../objects/parameters.ts'

/** Reads of the state before a change, for the SQL that undoes it. */

type InSchema = { readonly schema: string; readonly name: string }
type OnTable = { readonly schema: string; readonly table: string; readonly name: string }

const relation = ({ schema, name }: InSchema): Sql =>
  sql`to_regclass(${quoteIdent(schema, name)}::text)`

export async function readComment(tx: Session, object: ObjectAddress): Promise<string | null> {
  const Comment = z.object({ comment: z.string().nullable() })
  if (object.type === 'function') {
    const stored = sql`select obj_description(${String(object.id)}::oid, 'pg_proc') as comment`
    return (await tx.one(stored, Comment)).comment
  }
  const { comment } = await tx.one(
    sql`
      select coalesce(
        obj_description(a.objid, c.relname), shobj_description(a.objid, c.relname)
      ) as comment
      from pg_get_object_address(${kindOf(object)}::text, ${namesOf(object)}::text[], '{}') a
      join pg_class c on c.oid = a.classid`,
    Comment,
  )
  return comment
}

type NamedObject = Exclude<ObjectAddress, { type: 'function' }>

function kindOf(object: NamedObject): string {
  if (object.type === 'view') return object.is_materialized ? 'materialized view' : 'view'
  if (object.type === 'type') return object.is_domain ? 'domain' : 'type'
  return object.type
}

function namesOf(object: NamedObject): string[] {
  if (object.type === 'type') return [quoteIdent(object.schema, object.name)]
  if ('table' in object) return [object.schema, object.table, object.name]
  return 'schema' in object ? [object.schema, object.name] : [object.name]
}

/**
 * Keeps others from changing the definition of a table until the transaction ends. Reads and writes
 * continue.
 */
export const lockTable = (tx: Session, { schema, name }: InSchema) =>
  tx.run(sql`lock table only ${ident(schema, name)} in share update exclusive mode`)

/** Begins, ends or undoes the part of a transaction that only reads. */
export const savepoint = (command: 'savepoint' | 'release' | 'rollback to'): Sql =>
  sql`${rawSql(command)} stoa_undo`

/** The oids of a table and of its indexes. */
export const readIndexIds = (tx: Session, table: InSchema) =>
  tx.one(
    sql`
      select ${relation(table)}::oid::text as "table", array(
        select i.indexrelid::text from pg_index i where i.indrelid = ${relation(table)}
      ) as indexes`,
    z.object({ table: z.string(), indexes: z.array(z.string()) }),
  )

/** The key columns of an index that can be NULL. */
export async function readNullableColumns(tx: Session, index: InSchema): Promise<string[]> {
  const found = await tx.many(
    sql`
      select a.attname::text as name
      from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])
      where i.indexrelid = ${relation(index)} and not a.attnotnull
      order by a.attnum`,
    z.object({ name: z.string() }),
  )
  return found.map(({ name }) => name)
}

/** The words with which `alter table` gives a trigger its state. */
export async function readTriggerState(tx: Session, { name, ...on }: OnTable): Promise<string> {
  const { state } = await tx.one(
    sql`
      select case t.tgenabled
        when 'D' then 'disable' when 'R' then 'enable replica' when 'A' then 'enable always'
        else 'enable'
      end as state
      from pg_trigger t
      where t.tgrelid = ${relation({ schema: on.schema, name: on.table })}
        and t.tgname = ${name}::text and not t.tgisinternal`,
    z.object({ state: z.string() }),
  )
  return state
}

/** The bounds of a partition as Postgres prints them; null for another table. */
export async function readBounds(tx: Session, partition: InSchema): Promise<string | null> {
  const found = await tx.maybe(
    sql`
      select pg_get_expr(c.relpartbound, c.oid) as bounds
      from pg_class c where c.oid = ${relation(partition)}`,
    z.object({ bounds: z.string().nullable() }),
  )
  return found?.bounds ?? null
}

/** The statement that creates extended statistics; undefined if there are none of this name. */
export const readStatistics = (tx: Session, { schema, name }: InSchema) =>
  readDefinition(
    tx,
    sql`
      select pg_get_statisticsobjdef(s.oid) as definition
      from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace
      where n.nspname = ${schema}::text and s.stxname = ${name}::text`,
  )

/** Which of these tables have row level security. */
export const readSecuredTables = (tx: Session, tables: readonly InSchema[]) =>
  tx.many(
    sql`
      select n.nspname::text as schema, c.relname::text as name
      from unnest(${tables.map(({ schema }) => schema)}::text[], ${tables.map(({ name }) => name)}::text[])
        as wanted (schema, name)
      join pg_namespace n on n.nspname = wanted.schema
      join pg_class c on c.relnamespace = n.oid and c.relname = wanted.name
      where c.relrowsecurity`,
    z.object({ schema: z.string(), name: z.string() }),
  )

export async function readPolicy(
  tx: Session,
  { schema, table, name }: OnTable,
): Promise<Policy | undefined> {
  const { id } = await tx.one(
    sql`select ${relation({ schema, name: table })}::oid::int8::float8 as id`,
    z.object({ id: z.int() }),
  )
  return (await readPolicies(tx, id)).find((policy) => policy.name === name)
}

/** The value of a parameter for one role, or for all sessions; null if none is set. */
export async function readOverride(
  tx: Session,
  { name, role }: { readonly name: string; readonly role: string | null },
): Promise<string | null> {
  const found = await tx.maybe(
    sql`
      select o.value from (${OVERRIDDEN}) o
      where o.name = ${name}::text and o.role is not distinct from ${role}::text
      limit 1`,
    z.object({ value: z.string() }),
  )
  return found?.value ?? null
}

/** The statement that creates an object as it is now, computed by one expression. */
export async function readDefinition(tx: Session, query: Sql): Promise<string | undefined> {
  const found = await tx.maybe(query, z.object({ definition: z.string().nullable() }))
  return found?.definition ?? undefined
}
