import type { Replaced } from '@stoa/contract/services/meta/query'
import type { Client } from 'pg'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { sqlstateOf } from '../../../postgres/failures.ts'
import { compile, ident, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { policyRoles } from '../catalogue/policies.ts'
import { toAppError } from '../errors.ts'
import { OVERRIDDEN } from '../objects/parameters.ts'

/** Postgres gives no better code to a change of a row that another transaction has changed. */
const CONCURRENTLY_UPDATED = 'XX000'

const Found = z.object({
  schema: z.string(),
  name: z.string(),
  is_same: z.boolean(),
  routine: z.string().optional(),
  is_security_definer: z.boolean().optional(),
  owner: z.string().optional(),
})
type Found = z.infer<typeof Found>

/**
 * Begins a transaction and locks a function, view or policy until its end, so that nobody else
 * changes it before this transaction does. A parameter has nothing that can be locked; of two
 * changes in the same moment, Postgres refuses one. Throws 409 `definition_changed` if it is not as
 * given.
 */
export async function beginUnchanged(client: Client, replaced: Replaced): Promise<void> {
  try {
    await client.query('begin')
    const found = await read(client, replaced)
    if (!found) throw changed()
    const lock = lockOf(replaced, found)
    if (lock) await run(client, lock)
    // Another transaction may have ended while this one waited for the lock.
    const locked = await read(client, replaced)
    if (!locked?.is_same || locked.schema !== found.schema || locked.name !== found.name)
      throw changed()
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw sqlstateOf(cause) === CONCURRENTLY_UPDATED ? changed(cause) : toAppError(cause)
  }
}

/** Locks the object, or changes nothing in a way that is a change to Postgres. */
function lockOf(
  { kind }: Replaced,
  { schema, name, routine, is_security_definer: isDefiner, owner }: Found,
): Sql | undefined {
  switch (kind) {
    case 'function':
      return sql`alter routine ${rawSql(routine ?? '')} security ${rawSql(isDefiner ? 'definer' : 'invoker')}`
    case 'view':
      return sql`alter view ${ident(schema, name)} owner to ${ident(owner ?? '')}`
    case 'policy':
      // The lock that a change of a policy takes.
      return sql`lock table ${ident(schema, name)} in access exclusive mode`
    case 'parameter':
      return undefined
  }
}

/** Reads with the path that the lists of objects have, because definitions omit names that it finds. */
async function read(client: Client, replaced: Replaced): Promise<Found | undefined> {
  await client.query('savepoint stoa_read')
  await client.query(`set local search_path = ''`)
  const { rows } = await run(client, statementOf(replaced))
  await client.query('rollback to savepoint stoa_read')
  return Found.optional().parse(rows[0])
}

function statementOf(replaced: Replaced): Sql {
  switch (replaced.kind) {
    case 'function':
      return sql`
        select n.nspname::text as schema, p.proname::text as name,
          p.oid::regprocedure::text as routine, p.prosecdef as is_security_definer,
          pg_get_functiondef(p.oid) = ${replaced.definition} as is_same
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where p.oid = ${String(replaced.id)}::oid and p.prokind <> 'a'`
    case 'view':
      return sql`
        select n.nspname::text as schema, c.relname::text as name,
          pg_get_userbyid(c.relowner)::text as owner,
          (pg_get_viewdef(c.oid), array_to_string(c.reloptions, ', '))
            is not distinct from (${replaced.query}::text, ${replaced.options}::text) as is_same
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.oid = ${String(replaced.id)}::oid and c.relkind = 'v'`
    case 'policy':
      return sql`
        select n.nspname::text as schema, c.relname::text as name,
          (${policyRoles(sql`p`)}, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
            is not distinct from
            (${[...replaced.roles]}::text[], ${replaced.using}::text, ${replaced.check}::text) as is_same
        from pg_policy p
        join pg_class c on c.oid = p.polrelid
        join pg_namespace n on n.oid = c.relnamespace
        where (n.nspname, c.relname, p.polname)
          = (${replaced.schema}::text, ${replaced.table}::text, ${replaced.name}::text)`
    case 'parameter':
      return sql`
        select '' as schema, '' as name,
          case when ${replaced.value}::text is null then count(*) = 0
            else coalesce(bool_or(o.value = ${replaced.value}::text), false) end as is_same
        from (${OVERRIDDEN}) o
        where o.name = ${replaced.name} and o.role is not distinct from ${replaced.role}::text`
  }
}

function run(client: Client, statement: Sql) {
  const { text, values } = compile(statement)
  return client.query<Record<string, unknown>>(text, [...values])
}

const changed = (cause?: unknown) =>
  new AppError('definition_changed', 'The definition was changed or dropped after you opened it.', {
    status: 409,
    hint: 'Compare it with the current definition, then save again.',
    cause,
  })
