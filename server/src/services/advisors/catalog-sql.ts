import { sql, type Sql } from '../../postgres/sql.ts'
import type { LintScope } from './lint.ts'

/**
 * Conditions that the lints share. All run on the catalog's search path. `n` is `pg_namespace` and
 * `c` is `pg_class`.
 */

/** A schema of the project's owner. */
export const isOwnSchema = ({ excluded }: LintScope): Sql => sql`
  (n.nspname <> all (${[...excluded]}::text[]) and n.nspname !~ '^pg_')`

/** A schema of the owner that the data API serves. */
export const isExposedSchema = (scope: LintScope): Sql => sql`
  (n.nspname = any (${[...scope.exposed]}::text[]) and ${isOwnSchema(scope)})`

/** The object came with an extension, which its owner should not change. */
export const isOfExtension = (catalog: string, oid: Sql): Sql => sql`
  exists (
    select from pg_depend as e
    where e.classid = ${catalog}::text::regclass and e.objid = ${oid} and e.deptype = 'e'
  )`

/** A relation of the owner that no extension brought along. */
export const isOwnRelation = (scope: LintScope): Sql => sql`
  (${isOwnSchema(scope)} and not ${isOfExtension('pg_class', sql`c.oid`)})`

/** The same, in a schema that the data API serves. */
export const isExposedRelation = (scope: LintScope): Sql => sql`
  (${isExposedSchema(scope)} and not ${isOfExtension('pg_class', sql`c.oid`)})`

/** Requests with a public key or of signed-in users can read columns of the relation. */
export const isReadableByClients = sql`
  exists (
    select from unnest(array['anon', 'authenticated']) as r (name)
    where has_schema_privilege(r.name, n.oid, 'usage')
      and has_any_column_privilege(r.name, c.oid, 'select')
  )`

/** The view checks the privileges and policies of the caller. */
export const hasInvokerRights = sql`
  exists (
    select from pg_options_to_table(c.reloptions) as o
    where o.option_name = 'security_invoker' and o.option_value::boolean
  )`

/** The roles of requests that could select the relation, for the statements that revoke it. */
export const readersSql = sql`
  to_jsonb(array(
    select r.name from unnest(array['anon', 'authenticated']) as r (name)
    where has_table_privilege(r.name, c.oid, 'select')
  ))`
