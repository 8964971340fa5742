import type { Replaced } from '@stoa/contract/services/meta/query'
import { z } from 'zod'
import { CATALOG_PATH } from '../../../postgres/search-path.ts'
import { ident, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { policyRoles } from '../catalogue/policies.ts'
import { LONGEST_COMMENT } from '../catalogue/sql-parts.ts'
import { OVERRIDDEN } from '../objects/parameters.ts'

/** The number of the lock that members who change comments wait for. */
const COMMENTS = 7_305_621

export const CurrentObject = z.object({
  schema: z.string(),
  name: z.string(),
  is_same: z.boolean(),
  routine: z.string().optional(),
  is_security_definer: z.boolean().optional(),
  owner: z.string().optional(),
  comment: z.string().nullable().optional(),
})
export type CurrentObject = z.infer<typeof CurrentObject>

/** Omits no schema from definitions, as the lists of objects do. */
export const catalogPath = (): Sql =>
  sql`select pg_catalog.set_config('search_path', ${CATALOG_PATH}, true)`

/** Locks the object, or changes nothing in a way that is a change to Postgres. */
export function lockStatement(
  replaced: Replaced,
  { schema, name, routine, is_security_definer: isDefiner, owner }: CurrentObject,
): Sql | undefined {
  switch (replaced.kind) {
    case 'function':
      return sql`alter routine ${rawSql(routine ?? '')} security ${rawSql(isDefiner ? 'definer' : 'invoker')}`
    case 'view':
      return sql`alter view ${ident(schema, name)} owner to ${ident(owner ?? '')}`
    case 'policy':
      // The lock that changing a policy takes.
      return sql`lock table ${ident(schema, name)} in access exclusive mode`
    case 'comment':
    case 'policy_comment':
      return sql`select pg_catalog.pg_advisory_xact_lock(${COMMENTS})`
    case 'parameter':
      return undefined
  }
}

/** Reads the object and compares it with the state that a member has seen. */
export function currentStatement(replaced: Replaced): Sql {
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
    case 'comment':
      return sql`
        select '' as schema, '' as name, o.comment,
          o.comment is not distinct from ${replaced.comment}::text as is_same
        from (
          select ${shownComment(commentOf(replaced))} as comment
          from ${ident(replaced.catalog === 'pg_authid' ? 'pg_roles' : replaced.catalog)} c
          where c.oid = ${String(replaced.id)}::oid
        ) o`
    case 'policy_comment':
      return sql`
        select '' as schema, '' as name, o.comment,
          o.comment is not distinct from ${replaced.comment}::text as is_same
        from (
          select ${shownComment(sql`obj_description(p.oid, 'pg_policy')`)} as comment
          from pg_policy p
          join pg_class c on c.oid = p.polrelid
          join pg_namespace n on n.oid = c.relnamespace
          where (n.nspname, c.relname, p.polname)
            = (${replaced.schema}::text, ${replaced.table}::text, ${replaced.name}::text)
        ) o`
    case 'parameter':
      return sql`
        select '' as schema, '' as name,
          case when ${replaced.value}::text is null then count(*) = 0
            else coalesce(bool_or(o.value = ${replaced.value}::text), false) end as is_same
        from (${OVERRIDDEN}) o
        where o.name = ${replaced.name} and o.role is not distinct from ${replaced.role}::text`
  }
}

/** A comment as the lists show it. */
const shownComment = (comment: Sql) => sql`left(${comment}, ${LONGEST_COMMENT}::int)`

function commentOf({ catalog }: Extract<Replaced, { kind: 'comment' }>): Sql {
  if (catalog === 'pg_authid') return sql`shobj_description(c.oid, 'pg_authid')`
  if (catalog !== 'pg_extension') return sql`obj_description(c.oid, ${catalog}::name)`
  // The list shows an extension without a comment with the one of its files.
  return sql`coalesce(obj_description(c.oid, 'pg_extension'), (
    select a.comment from pg_available_extensions a where a.name = c.extname))`
}
