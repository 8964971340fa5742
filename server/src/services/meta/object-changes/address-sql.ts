import type { ObjectAddress } from '@stoa/contract/services/meta/object-changes'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { functionNotFound } from '../errors.ts'
import { HIDDEN_SCHEMAS } from '../protected-schemas.ts'
import { nameSql, qualifiedSql, tableSql } from './name-sql.ts'

/** An object as `comment on`, `alter` and `drop` name it. 404 `function_not_found`. */
export async function addressSql(tx: Session, object: ObjectAddress): Promise<Sql> {
  switch (object.type) {
    case 'function':
      return functionSql(tx, object.id)
    case 'view':
      return object.is_materialized
        ? sql`materialized view ${qualifiedSql(object)}`
        : sql`view ${qualifiedSql(object)}`
    case 'trigger':
      return sql`trigger ${nameSql(object.name)} on ${tableSql(object)}`
    case 'policy':
      return sql`policy ${nameSql(object.name)} on ${tableSql(object)}`
    case 'type':
      return object.is_domain
        ? sql`domain ${qualifiedSql(object)}`
        : sql`type ${qualifiedSql(object)}`
    case 'sequence':
      return sql`sequence ${qualifiedSql(object)}`
    case 'index':
      return sql`index ${qualifiedSql(object)}`
    case 'schema':
      return sql`schema ${nameSql(object.name)}`
    case 'extension':
      return sql`extension ${nameSql(object.name)}`
    case 'publication':
      return sql`publication ${nameSql(object.name)}`
    case 'role':
      return sql`role ${nameSql(object.name)}`
  }
}

const FoundFunction = z.object({
  schema: z.string(),
  name: z.string(),
  keyword: z.string(),
  arguments: z.string(),
})

/** The address that an object has once it is renamed, and its name until then. */
export async function renamedSql(
  tx: Session,
  object: ObjectAddress,
  name: string,
): Promise<{ readonly address: Sql; readonly name: string }> {
  if (object.type !== 'function')
    return { address: await addressSql(tx, { ...object, name }), name: object.name }
  const found = await findFunction(tx, object.id)
  return { address: routineSql({ ...found, name }), name: found.name }
}

const functionSql = async (tx: Session, id: number): Promise<Sql> =>
  routineSql(await findFunction(tx, id))

const routineSql = (routine: z.infer<typeof FoundFunction>): Sql =>
  sql`${rawSql(routine.keyword)} ${qualifiedSql(routine)}(${rawSql(routine.arguments)})`

/** Overloaded functions are told apart by the types of their arguments, as Postgres prints them. */
async function findFunction(tx: Session, id: number): Promise<z.infer<typeof FoundFunction>> {
  const found = await tx.maybe(
    sql`
      select
        n.nspname::text as schema,
        p.proname::text as name,
        case p.prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end
          as keyword,
        case
          when p.prokind = 'a' and p.pronargs = 0 then '*'
          else pg_get_function_identity_arguments(p.oid)
        end as arguments
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where p.oid = ${String(id)}::oid and n.nspname <> all (${HIDDEN_SCHEMAS}::name[])`,
    FoundFunction,
  )
  if (!found) throw functionNotFound()
  return found
}
