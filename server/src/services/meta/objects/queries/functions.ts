import { DatabaseFunction, getFunction } from '@stoa/contract/services/meta/objects'
import type { Session } from '../../../../postgres/database.ts'
import { emptySql, sql } from '../../../../postgres/sql.ts'
import { commentOn } from '../../catalogue/sql-parts.ts'
import { functionNotFound } from '../../errors.ts'
import { HIDDEN_SCHEMAS } from '../../protected-schemas.ts'
import { readPage } from './page.ts'
import { isFound, isInSchema, lockedBy, pageSql, type PageRequest } from './sql-parts.ts'

type WantedFunctions = PageRequest & {
  readonly schema: string
  readonly returns?: 'trigger' | 'event_trigger' | undefined
}

/** Functions, procedures and aggregates of a schema, by name. Only those of the page are printed. */
export function readFunctions(tx: Session, wanted: WantedFunctions) {
  const returning =
    wanted.returns === undefined
      ? emptySql
      : sql`and p.prorettype = ${`pg_catalog.${wanted.returns}`}::text::regtype`
  const found = sql`
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where ${isInSchema(wanted.schema)} and ${isFound(sql`p.proname`, wanted)} ${returning}`
  return readPage(
    tx,
    {
      found,
      items: sql`
        with page as (
          select p.oid ${found}
          order by p.proname, p.oid
          ${pageSql(wanted)}
        )
        select
          p.oid as id,
          n.nspname::text as schema,
          p.proname::text as name,
          ${lockedBy({ catalogue: sql`'pg_proc'`, id: sql`p.oid`, owner: sql`p.proowner` })} as locked_by,
          case p.prokind
            when 'f' then 'function'
            when 'p' then 'procedure'
            when 'a' then 'aggregate'
            when 'w' then 'window'
          end as kind,
          pg_get_function_arguments(p.oid) as arguments,
          pg_get_function_identity_arguments(p.oid) as identity_arguments,
          pg_get_function_result(p.oid) as return_type,
          l.lanname::text as language,
          p.prosecdef as is_security_definer,
          case p.provolatile
            when 'i' then 'immutable'
            when 's' then 'stable'
            when 'v' then 'volatile'
          end as volatility,
          ${commentOn(sql`'pg_proc'`, sql`p.oid`)}
        from page
        join pg_proc p on p.oid = page.oid
        join pg_namespace n on n.oid = p.pronamespace
        join pg_language l on l.oid = p.prolang
        order by p.proname, p.oid`,
    },
    DatabaseFunction,
  )
}

/** The statement that creates a function. 404 `function_not_found`. */
export async function readFunctionDefinition(tx: Session, id: number) {
  const found = await tx.maybe(
    sql`
      select case when p.prokind <> 'a' then pg_get_functiondef(p.oid) end as definition
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where p.oid = ${String(id)}::oid and n.nspname <> all (${HIDDEN_SCHEMAS}::name[])`,
    getFunction.response,
  )
  if (found) return found
  throw functionNotFound()
}
